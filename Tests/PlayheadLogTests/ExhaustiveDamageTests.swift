import FluxTesting
import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// Every cut, every flipped bit: a reader gives exactly what is whole, or reports the loss, and never a
/// wrong action.
@Suite struct ExhaustiveDamageTests {
  /// A log of twelve steps with an index, without it, and without an end.
  private static func logs() throws -> [[UInt8]] {
    let whole = try LogScript.chunks(4, of: 3)
    let starts = try LogFrames(whole).starts
    return [0, 1, 2].map { Array(whole[..<(starts + [whole.count])[starts.count - $0]]) }
  }

  /// Reads all, where anything wrong throws, and checks that the steps from 1 to 12 are read or told.
  ///
  /// A log whose first frame is whole is never refused.
  private func check(_ bytes: [UInt8], _ place: String, isWhole: Bool) throws {
    let log: LogReader
    do {
      log = try LogReader(bytes: bytes, name: "log")
    } catch {
      #expect(!isWhole, "\(place): \(error)")
      return
    }
    let read = try log.stepsRead()
    let told = log.lostSteps + (try log.verify().problems.flatMap { $0.steps(upTo: 12) })
    for step in 1...12 as ClosedRange<UInt64>
    where !read.contains(where: { $0.contains(Step(step)) }) {
      #expect(told.contains { $0.contains(Step(step)) }, "step \(step), \(place)")
    }
  }

  @Test(arguments: 0..<3)
  func `a log cut off at any byte, or with a byte or bit changed, gives or reports each step`(
    kind: Int
  ) throws {
    let whole = try Self.logs()[kind]
    let first = try LogFrames(Self.logs()[0]).starts[1]
    // One bit of every third byte unless there is time.
    for position in whole.indices where Soak.isOn || position % 3 == kind {
      let isWhole = position >= first
      try check(Array(whole[..<position]), "cut at \(position)", isWhole: isWhole)
      for bit in 0..<8 where Soak.isOn || bit == position / 3 % 8 {
        var bytes = whole
        bytes[position] ^= 1 << bit
        try check(bytes, "bit \(bit) of byte \(position)", isWhole: isWhole)
      }
      var bytes = whole
      bytes.remove(at: position)
      try check(bytes, "without byte \(position)", isWhole: isWhole)
      bytes = whole
      bytes.insert(0x5A, at: position)
      try check(bytes, "with a byte before \(position)", isWhole: isWhole)
    }
  }
}

extension Verification.Problem {
  /// The steps that are told to be lost.
  fileprivate func steps(upTo last: Step) -> [ClosedRange<Step>] {
    switch self {
    case .damage(let damage):
      switch damage.lost {
      case .nothing: []
      case .steps(let steps): [steps]
      case .rest: damage.lastWhole < last ? [damage.lastWhole.next...last] : []
      }
    case .missingSteps(let steps): [steps]
    case .notClosed(let reached): reached < last ? [reached.next...last] : []
    default: []
    }
  }
}
