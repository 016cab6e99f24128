/// Why an index cannot be used. `description` says it in a sentence with a way out.
package struct IndexFault: Error, Equatable {
  /// What is wrong.
  package enum Reason: Equatable {
    /// It holds what no index holds.
    case content(String)
    /// The system does not let it be read.
    case unreadable(String)
    /// Under its name is a file that is no index.
    case foreign
  }

  package let reason: Reason
  /// The file; nil if the index is in none that stays.
  package let file: String?

  package init(_ reason: Reason, file: String?) { (self.reason, self.file) = (reason, file) }
}

extension IndexFault: CustomStringConvertible {
  /// One sentence: what is wrong with the index, and what to do about it.
  package var description: String {
    guard let file else {
      return
        "the index of what changed where cannot be read (\(cause)); ask again, and it is made again"
    }
    return "the index '\(file)' cannot be read (\(cause)); delete it, and it is made again"
  }

  /// What is wrong, as a part of a sentence.
  package var cause: String {
    switch reason {
    case .content(let what): what
    case .unreadable(let reason): reason
    case .foreign: "it is a file of another kind"
    }
  }
}
