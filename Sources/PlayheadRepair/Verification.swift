public import Foundation
import PlayheadCoding
public import PlayheadReading
public import PlayheadLog
package import PlayheadValues

/// The result of checking every byte of a log.
public struct Verification: Sendable {
  /// The number of readable frames, including the index.
  public internal(set) var frames = 0
  /// The number of readable chunks of actions.
  public internal(set) var chunks = 0
  /// The number of readable actions.
  public internal(set) var actions = 0
  /// The number of actions missing in gaps.
  public internal(set) var missing: UInt64 = 0
  /// Whether the log was being written when it was opened.
  public internal(set) var isBeingWritten = false
  /// The problems, beginning with damage in the order of the file. Empty if the log is whole.
  public internal(set) var problems: [Problem] = []

  /// Something wrong with a log.
  public enum Problem: Hashable, Sendable {
    /// A frame is unreadable.
    case damage(ReadingError.Damage)
    /// The log was not closed: its recorder was stopped, or the end of the file is lost.
    case notClosed(lastStep: Step)
    /// The index is missing or wrong, which loses nothing.
    case badIndex
    /// The log has no initial state.
    case noInitialState
    /// Steps are missing without a gap.
    case missingSteps(ClosedRange<Step>)
    /// The end record has a step other than the last.
    case wrongEnd(Step, lastStep: Step)
  }
}

extension Verification.Problem: CustomStringConvertible {
  /// The problem and its consequences.
  public var description: String { text.plain }

  package var text: StyledText {
    switch self {
    case .damage(let damage):
      damage.text
    case .notClosed(let last):
      "the log was not closed; it can be read up to step \(last)"
    case .badIndex:
      "the index at the end is missing or wrong; the log can still be read, but opens more slowly"
    case .noInitialState:
      "the state at step 0 is missing; the actions can be read, but not replayed"
    case .missingSteps(let steps):
      "\(steps.areMissing) and no gap says why"
    case .wrongEnd(let step, let last):
      "the log says that it ends at step \(step), but it ends at step \(last)"
    }
  }
}

extension ClosedRange<Step> {
  /// `step 4 is missing` or `steps 4–9 are missing`.
  fileprivate var areMissing: String { "\(words) \(count == 1 ? "is" : "are") missing" }
}

extension Verification {
  /// Checks the log at a file URL, with its tail and segments, in linear time. Throws `ReadingError` if the log
  /// cannot be opened; all other findings are in ``problems``.
  public init(of log: URL) throws {
    self = try LogReader(path: log.path(percentEncoded: false)).verify()
  }
}

extension LogReader {
  /// Reads every byte of the log and checks checksums, shapes, columns, the order of steps, and the indexes,
  /// also after damage. `progress` gets the number of bytes read so far.
  package func verify(
    progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Verification {
    var verifier = LogVerifier(self)
    while !verifier.isAtEnd {
      _ = try verifier.checkFrame()
      try progress(verifier.scan.offset)
    }
    verifier.finish()
    return verifier.result
  }
}

extension Chunk {
  /// Reads every payload and every draw as a tree. Throws if a row contradicts its shape or has text that is not UTF-8.
  func checkPayloads() throws(ByteFault) {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for index in 0..<head.count {
      try payload(of: index) { (shape, row) throws(ByteFault) in
        _ = try form.tree(shape: shape, row: row)
      }
      try forEachDraw(of: index) { (shape, row) throws(ByteFault) in
        _ = try form.tree(shape: shape, row: row)
      }
    }
  }
}

extension Checkpoint {
  /// Reads every state as a tree, and returns the step.
  func checkStates() throws(ByteFault) -> Step {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for store in 0..<storeCount {
      try state(of: store) { (shape, row) throws(ByteFault) in
        _ = try form.tree(shape: shape, row: row)
      }
    }
    return step
  }
}
