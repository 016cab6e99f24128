package import Foundation

/// A recorded editing session in the JSON form of the repository josephg/editing-traces.
///
/// `{"startContent": "", "endContent": "…", "txns": [{"time": "…", "patches": [[position, deleted,
/// "inserted"], …]}, …]}`, where positions and counts are Unicode scalars.
package struct EditingTrace: Decodable, Sendable {
  /// What one gesture of the writer's did.
  package struct Transaction: Sendable {
    /// The time since the epoch, as far as the trace has one. It may go backwards.
    package var time: Duration?

    /// Its edits, each on the text that the ones before left.
    package var patches: [Patch]
  }

  /// One edit.
  package struct Patch: Sendable {
    /// The scalar before which the edit begins.
    package var position: Int

    /// How many scalars it takes out.
    package var deleted: Int

    /// What it puts in.
    package var inserted: String
  }

  /// The text before the first transaction.
  package var startContent: String

  /// The text after the last transaction.
  package var endContent: String

  /// The session, in order.
  package var transactions: [Transaction]

  private enum CodingKeys: String, CodingKey {
    case startContent
    case endContent
    case transactions = "txns"
  }

  /// Whether the input is meant to be a trace: a JSON object, where no command line begins with a
  /// brace.
  package static func recognizes(_ input: Data) -> Bool {
    let blank = Set(" \t\r\n".utf8)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = input.starts(with: byteOrderMark) ? input.dropFirst(3) : input[...]
    return body.first { !blank.contains($0) } == UInt8(ascii: "{")
  }

  /// Reads a trace.
  ///
  /// `JSONDecoder` takes 0.8 s for the longest trace at hand (16 MB), `JSONSerialization` 3.5 s.
  /// - Throws: `EditingTraceError`.
  package init(_ input: Data) throws {
    do {
      self = try JSONDecoder().decode(EditingTrace.self, from: input)
    } catch let error as DecodingError {
      throw EditingTraceError(error, in: input)
    }
    try checkPositions()
  }

  /// Every patch must lie within the text that the ones before it leave.
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
