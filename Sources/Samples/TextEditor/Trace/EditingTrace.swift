package import Foundation

/// A recorded editing session in the JSON form of the repository josephg/editing-traces.
///
/// `{"startContent": "", "endContent": "…", "txns": [{"time": "…", "patches": [[position, deleted,
/// "inserted"], …]}, …]}`, where positions and counts are Unicode scalars.
package struct EditingTrace: Decodable, Sendable {
  /// The result of one gesture.
  package struct Transaction: Sendable {
    /// The time since 1970, if the trace has one. It may go backward.
    package var time: Duration?

    /// The edits, each on the text after the edits before it.
    package var patches: [Patch]
  }

  /// One edit.
  package struct Patch: Sendable {
    /// The scalar at which the edit begins.
    package var position: Int

    /// The number of removed scalars.
    package var deleted: Int

    /// The inserted text.
    package var inserted: String
  }

  /// The text before the first transaction.
  package var startContent: String

  /// The text after the last transaction.
  package var endContent: String

  /// The transactions, in order.
  package var transactions: [Transaction]

  private enum CodingKeys: String, CodingKey {
    case startContent
    case endContent
    case transactions = "txns"
  }

  /// Whether the input looks like a trace: a JSON object. No command line begins with a brace.
  package static func recognizes(_ input: Data) -> Bool {
    let blank = Set(" \t\r\n".utf8)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = input.starts(with: byteOrderMark) ? input.dropFirst(3) : input[...]
    return body.first { !blank.contains($0) } == UInt8(ascii: "{")
  }

  /// Reads a trace.
  ///
  /// `JSONDecoder` takes 0.8 s for the longest available trace (16 MB), `JSONSerialization` 3.5 s.
  /// - Throws: `EditingTraceError`.
  package init(_ input: Data) throws {
    do {
      self = try JSONDecoder().decode(EditingTrace.self, from: input)
    } catch let error as DecodingError {
      throw EditingTraceError(error, in: input)
    }
    try checkPositions()
  }

  /// Throws if a patch is outside the text after the patches before it.
  private func checkPositions() throws {
    var length = startContent.unicodeScalars.count
    for (index, transaction) in transactions.enumerated() {
      for (number, patch) in transaction.patches.enumerated() {
        guard
          0...length ~= patch.position, 0...(length - patch.position) ~= patch.deleted
        else {
          throw EditingTraceError.outsideText(
            place: "txns[\(index)].patches[\(number)]", length: length)
        }
        length += patch.inserted.unicodeScalars.count - patch.deleted
      }
    }
  }
}
