/// An action's stable name and the version of its fields.
public struct ActionType: Hashable, Sendable, Codable {
  /// The name: module and type unless the app declares another.
  public var name: String
  /// The version of the fields, 1 unless the app raised it.
  public var version: Int
  /// For an enum's case as Swift encodes it, `{"add": {"sku": "A-7"}}`, the case with which the name ends: `add`.
  /// A case in the case's only value follows it. Empty if the payload is the value as a whole.
  package var cases: [String]

  /// The type called `name`.
  public init(name: String, version: Int = 1) {
    self.init(name: name, version: version, cases: [])
  }

  /// The type called `name`, which ends with the names of the `cases`.
  package init(name: String, version: Int, cases: [String]) {
    self.name = name
    self.version = version
    self.cases = cases
  }
}

/// Actions that one of several stores handles.
extension ActionType {
  /// The type of an action that the store with this name handles: `window_2/Studio.WindowAction.rename`.
  package func sent(to store: String?) -> ActionType {
    store.map { ActionType(name: "\($0)/\(name)", version: version, cases: cases) } ?? self
  }
}

/// A time by two clocks, in nanoseconds.
package struct Moment: Hashable, Sendable {
  /// Since the recording began; never goes backwards.
  package var monotonic: Int64
  /// Since 1970-01-01 00:00:00 UTC; jumps when the device's clock is set.
  package var wall: Int64

  package init(monotonic: Int64, wall: Int64) {
    self.monotonic = monotonic
    self.wall = wall
  }
}

extension Duration {
  /// Whole nanoseconds, as logs count time, clamped to 64 bits.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}

/// How precisely a log has the durations of actions.
package enum Timing: UInt8, Sendable {
  /// Powers of two from 64 µs up: nearly free, and enough to find slow actions.
  case coarse = 0
  /// Nanoseconds.
  case exact = 1
}

/// Why steps are missing from a log.
package enum GapReason: Hashable, Sendable {
  /// The app paused the recording.
  case paused
  /// An action's `encode(to:)` threw an error, or the action's store was not there.
  case unencodable
  /// The log could not be written.
  case unwritable
  /// Actions came faster than the recorder could write them.
  case overrun
  /// The part of the log with them was damaged.
  case damaged
  /// Several threads handled actions at the same time.
  case overlapped
  /// A state's `encode(to:)` threw an error, so that a replay could not continue from it.
  case unencodableState
  /// No action: a debugger has given the running app other states.
  case statesSet
  /// Reading the part of the log with them takes more memory than allowed. No log has this reason.
  case unread
  /// A reason of a later version of Playhead.
  case other(UInt64)

  /// The number of the reason in a log.
  package var code: UInt64 {
    switch self {
    case .paused: 1
    case .unencodable: 2
    case .unwritable: 3
    case .overrun: 4
    case .damaged: 5
    case .overlapped: 6
    case .unencodableState: 7
    case .statesSet: 8
    case .unread: 0
    case .other(let code): code
    }
  }

  /// The reason with this number in a log.
  package init(code: UInt64) {
    let known: [GapReason] = [
      .paused, .unencodable, .unwritable, .overrun, .damaged, .overlapped,
      .unencodableState, .statesSet,
    ]
    self = known.first { $0.code == code } ?? .other(code)
  }
}

/// Steps that are missing from a log, and why.
package struct Gap: Hashable, Sendable {
  /// The missing steps.
  package var steps: ClosedRange<Step>
  /// Why they are missing.
  package var reason: GapReason
  /// Details from the recorder; may be empty.
  package var detail: String

  package init(steps: ClosedRange<Step>, reason: GapReason, detail: String = "") {
    self.steps = steps
    self.reason = reason
    self.detail = detail
  }
}

/// The stores that an action changed, as a log has them: the numbers of those that changed and, after
/// ``separator``, of those that may have changed.
package enum StoreSet {
  /// Greater than the number of any store.
  package static let separator = Int(Int32.max)

  /// A set of stores that may have changed.
  package static func possible(_ stores: [Int]) -> [Int] {
    stores.isEmpty ? [] : [separator] + stores
  }
}

/// A remark that the app made while it was recorded.
package struct Note: Hashable, Sendable {
  /// The last step before it.
  package var step: Step
  package var moment: Moment
  package var text: String

  package init(step: Step, moment: Moment, text: String) {
    self.step = step
    self.moment = moment
    self.text = text
  }
}

/// A duration as a power of two from 64 µs up, so that a column of ordinary actions is all zeros.
package enum CoarseTime {
  /// Shorter durations do not matter: a frame of 120 Hz is 130 times longer.
  package static let floor: Int64 = 64_000

  /// 0 below the floor, then 1 for one to two times the floor, 2 for two to four, and so on.
  static func code(_ nanoseconds: Int64) -> UInt64 {
    guard nanoseconds >= floor else { return 0 }
    return UInt64((nanoseconds / floor).bitWidth - (nanoseconds / floor).leadingZeroBitCount)
  }
}
