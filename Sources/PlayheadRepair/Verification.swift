public import Foundation
import PlayheadCoding
import PlayheadFiles
public import PlayheadLog
package import PlayheadValues

/// What a check of every byte of a log found.
public struct Verification: Sendable {
  /// How many frames could be read, the index included.
  public internal(set) var frames = 0
  /// How many chunks of actions could be read.
  public internal(set) var chunks = 0
  /// How many actions could be read.
  public internal(set) var actions = 0
  /// How many actions are missing in gaps.
  public internal(set) var missing: UInt64 = 0
  /// Whether the log was being written, and was read as it was when it was opened.
  public internal(set) var isBeingWritten = false
  /// What is wrong: first what is damaged, in order of the file. Empty: the log is whole.
  public internal(set) var problems: [Problem] = []

  /// Something wrong with a log.
  public enum Problem: Hashable, Sendable {
    /// A frame cannot be read.
    case damage(LogError.Damage)
    /// The log was not closed: its recorder was stopped, or the end of the file is gone.
    case notClosed(lastStep: Step)
    /// The index is missing or wrong; nothing is lost by that.
    case badIndex
    /// The log has no state to begin with.
    case noInitialState
    /// Steps are missing without a gap that says why.
    case missingSteps(ClosedRange<Step>)
    /// A gap says that steps are missing that were recorded, or that another gap has.
    case overlappingGap(ClosedRange<Step>)
    /// The end's record names another step than the last.
    case wrongEnd(Step, lastStep: Step)
  }
}

extension Verification.Problem: CustomStringConvertible {
  /// What is wrong and what it costs.
  public var description: String { text.plain }

  package var text: StyledText {
    switch self {
    case .damage(let damage):
      damage.text
    case .notClosed(let last):
      "the log was not closed; it can be read up to step \(last)"
    case .badIndex:
      "the index at the end is missing or wrong; the log can be read all the same, but opens slower"
    case .noInitialState:
      "the state at step 0 is missing; the actions can be read, but not replayed"
    case .missingSteps(let steps):
      "\(steps.areMissing) and no gap says why"
    case .overlappingGap(let steps):
      "a gap says that \(steps.areMissing), and the log has \(steps.count == 1 ? "it" : "some of them") "
        + "all the same, or another gap does"
    case .wrongEnd(let step, let last):
      "the log says that it ends at step \(step), and ends at step \(last)"
    }
  }
}

extension ClosedRange<Step> {
  /// `step 4 is missing` or `steps 4–9 are missing`.
  fileprivate var areMissing: String { "\(words) \(count == 1 ? "is" : "are") missing" }
}

extension Verification {
  /// Checks the log at a file URL, with its tail and segments, in linear time. Throws `LogError` if there is no log that
  /// can be opened; everything else is in ``problems``.
  public init(of log: URL) throws {
    self = try LogReader(path: log.path(percentEncoded: false)).verify()
  }
}

extension LogReader {
  /// Reads every byte of the log and checks checksums, shapes, columns, the order of steps, and the indexes, also behind
  /// damage. `progress` gets the number of bytes that were read.
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
  /// Reads every payload and every draw as a tree.
  func checkPayloads() throws(ByteFault) {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for index in 0..<head.count {
      try payload(of: index) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
      try forEachDraw(of: index) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
    }
  }
}

extension Checkpoint {
  /// Reads every state as a tree, and gives the step.
  func checkStates() throws(ByteFault) -> Step {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for store in 0..<storeCount {
      try state(of: store) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
    }
    return step
  }
}

extension CanonicalForm {
  /// Throws if a row contradicts its shape or holds text that is not UTF-8.
  fileprivate func check(shape: Int, row: UnsafeRawBufferPointer) throws(ByteFault) {
    _ = try tree(shape: shape, row: row)
  }
}
