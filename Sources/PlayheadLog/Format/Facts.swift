/// An action's stable name and the version of its layout.
public struct ActionType: Hashable, Sendable, Codable {
  /// The name: module and type unless the app chose another.
  public var name: String
  /// Raised by the app when the layout changes.
  public var version: Int

  /// The type called `name`.
  public init(name: String, version: Int = 1) {
    self.name = name
    self.version = version
  }
}

/// When something happened, by two clocks, in nanoseconds.
package struct Moment: Hashable, Sendable {
  /// Since the recording began; never goes backwards.
  package var monotonic: Int64
  /// Since 1970-01-01 00:00:00 UTC; goes wherever the device's clock is set to.
  package var wall: Int64

  /// A moment by both clocks.
  package init(monotonic: Int64, wall: Int64) {
    self.monotonic = monotonic
    self.wall = wall
  }
}

extension Duration {
  /// In whole nanoseconds, as a log counts time, or as many as there can be.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}

/// How exactly a log says how long actions took.
package enum Timing: UInt8, Sendable {
  /// A power of two, and nothing below 64 µs: nearly free, and enough to find what was slow.
  case coarse = 0
  /// Nanoseconds.
  case exact = 1
}

/// Why steps are missing from a log.
package enum GapReason: Hashable, Sendable {
  /// The app paused the recording.
  case paused
  /// An action's `encode(to:)` threw an error.
  case unencodable
  /// The log could not be written.
  case unwritable
  /// Actions came faster than they could be written.
  case overrun
  /// What held them was damaged.
  case damaged
  /// The app was started again: whatever it did in between is one step.
  case restarted
  /// Something that a later version of Playhead has a name for.
  case other(UInt64)

  /// The number that stands for the reason in a log.
  package var code: UInt64 {
    switch self {
    case .paused: 1
    case .unencodable: 2
    case .unwritable: 3
    case .overrun: 4
    case .damaged: 5
    case .restarted: 6
    case .other(let code): code
    }
  }

  /// The reason that a number in a log stands for.
  package init(code: UInt64) {
    let known: [GapReason] = [
      .paused, .unencodable, .unwritable, .overrun, .damaged, .restarted,
    ]
    self = known.first { $0.code == code } ?? .other(code)
  }
}

/// Steps that are missing from a log, and why.
public struct Gap: Hashable, Sendable {
  /// The missing steps.
  package var steps: ClosedRange<Step>
  /// What kept them out.
  package var reason: GapReason
  /// What the recorder had to say about it; may be empty.
  package var detail: String

  package init(steps: ClosedRange<Step>, reason: GapReason, detail: String = "") {
    self.steps = steps
    self.reason = reason
    self.detail = detail
  }
}

/// A remark that the app made while it was recorded.
package struct Note: Hashable, Sendable {
  /// The last step before it.
  package var step: Step
  /// When it was made.
  package var moment: Moment
  /// What it says.
  package var text: String

  package init(step: Step, moment: Moment, text: String) {
    self.step = step
    self.moment = moment
    self.text = text
  }
}

/// A duration as a power of two above 64 µs, so that a column of ordinary actions is all zeros.
enum CoarseTime {
  /// Below this nothing is worth knowing about an action: a frame of 120 Hz is 130 times longer.
  static let floor: Int64 = 64_000

  /// 0 below the floor, then 1 for one to two times the floor, 2 for two to four, and so on.
  static func code(_ nanoseconds: Int64) -> UInt64 {
    guard nanoseconds >= floor else { return 0 }
    return UInt64((nanoseconds / floor).bitWidth - (nanoseconds / floor).leadingZeroBitCount)
  }

  /// The least number of nanoseconds with this code.
  static func nanoseconds(_ code: UInt64) -> Int64 {
    code == 0 ? 0 : floor << Int64(min(code - 1, 40))
  }
}
