package import Foundation
import PlayheadFlux
package import PlayheadTerminal

extension EditingTrace {
  /// The actions of an input that is a trace; nil if it is not a trace.
  package static func actions(from input: Data) throws -> [TimedAction]? {
    // The first two bytes of every gzip file.
    if input.starts(with: [0x1F, 0x8B]) { throw EditingTraceError.compressed }
    guard recognizes(input) else { return nil }
    return try EditingTrace(input).actions()
  }

  /// One `Replace` for each patch, at its transaction's time, grouped by transaction.
  ///
  /// Refuses a trace that begins with a text, because no patch has an action for it.
  package func actions() throws -> [TimedAction] {
    guard startContent.isEmpty else {
      throw EditingTraceError.startsWithText(scalars: startContent.unicodeScalars.count)
    }
    return transactions.enumerated().flatMap { index, transaction in
      transaction.patches.map { patch in
        TimedAction(
          time: transaction.time,
          action: Replace(
            at: patch.position, count: patch.deleted, text: patch.inserted, transaction: index))
      }
    }
  }
}
