import PlayheadLog
import Synchronization

/// Which step's action the stores are handling, for whoever has to say it when one of them traps: a plain store
/// to memory before and after each action, about a nanosecond in all.
///
/// A trap (an index out of range, an overflow, a stack that is used up) cannot be caught, and ends the
/// process. The command line reports it all the same, because a signal handler of its own looks here. Who
/// replays in a process of their own, as tests do, loses that process.
package enum AppliedStep {
  private static let mark = Atomic<UInt64>(0)

  /// The step's number, with ``branchBit`` if it is a branch's; 0 between two actions.
  package static var number: UInt64 { mark.load(ordering: .relaxed) }

  /// Tells a branch's steps from the recording's; no log has as many.
  package static let branchBit: UInt64 = 1 << 63

  @inline(__always)
  static func begin(_ step: Step, isInBranch: Bool = false) {
    mark.store(isInBranch ? step.number | branchBit : step.number, ordering: .relaxed)
  }

  @inline(__always)
  static func end() { mark.store(0, ordering: .relaxed) }
}
