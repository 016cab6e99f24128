import CSQLite

/// Why an index cannot be used where it is. `description` says it in a sentence with a way out.
package struct IndexFault: Error, Equatable {
  /// What is wrong.
  package enum Reason: Equatable {
    /// SQLite says so: its extended code, and what that means.
    case database(code: Int32, message: String)
    /// It holds what no index holds.
    case content(String)
    /// Under its name is a file that is no index.
    case foreign
    /// Somebody else made it anew in the meantime.
    case replaced
  }

  package let reason: Reason
  /// The file; nil if the index is in none that stays.
  package let file: String?

  package init(_ reason: Reason, file: String?) { (self.reason, self.file) = (reason, file) }

  /// Whether what is in it is to blame, so that it helps to make it anew: and not its place, which may be
  /// full, in use or not to be written.
  var isDamage: Bool {
    switch reason {
    case .content: true
    case .foreign, .replaced: false
    case .database(CheckedPages.fault, _): true
    case .database(let code, _): Self.damage.contains(code & 0xFF)
    }
  }

  /// What SQLite says of a file that is malformed. Rows that are there twice come from that, too, and so do
  /// tables without an end.
  private static let damage = [
    SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_ERROR,
    SQLITE_INTERRUPT,
  ]
}
