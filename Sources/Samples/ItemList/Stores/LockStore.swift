package import Foundation
package import PlayheadFlux

/// Whether the items may be seen.
package struct LockState: Codable, Sendable, Equatable {
  /// Where the way in has led so far.
  package enum Phase: String, Codable, Sendable {
    /// Nobody may see them.
    case locked
    /// A code is being checked.
    case checking
    /// They may be seen.
    case unlocked
  }

  /// Where the way in has led so far.
  package private(set) var phase = Phase.locked
  /// Wrong codes since the last right one.
  package private(set) var failures = 0
  /// Until when no code is checked, after too many wrong ones.
  package private(set) var blockedUntil: Date?

  /// Wrong codes until there is a pause: enough for slips, few enough that four digits take a day.
  package static let failuresBeforePause = 3

  /// How long the pause is, in seconds.
  package static let pause: TimeInterval = 30

  /// Locked.
  package init() {}

  /// Whether `now` is in a pause.
  func isBlocked(at now: Date) -> Bool { blockedUntil.map { now < $0 } ?? false }

  mutating func beginCheck() {
    phase = .checking
    blockedUntil = nil
  }

  mutating func succeed() {
    phase = .unlocked
    failures = 0
  }

  /// Counts a wrong code. The clock is looked at only if a pause begins.
  mutating func fail(now: @autoclosure () -> Date) {
    phase = .locked
    failures += 1
    if failures.isMultiple(of: Self.failuresBeforePause) {
      blockedUntil = now().addingTimeInterval(Self.pause)
    }
  }

  mutating func lock() { phase = .locked }
}

/// Whether the items may be seen.
package typealias LockStore = Store<LockState>

extension LockStore {
  /// A store that starts locked. A code that is checked when another is, or in a pause, changes
  /// nothing; nor does a result that nobody waits for any more.
  package static func lock() -> LockStore {
    LockStore("lock", LockState())
      .on(Unlock.self) { lock, _, context in
        guard lock.phase == .locked, !lock.isBlocked(at: context.now) else {
          return context.leaveUnchanged()
        }
        lock.beginCheck()
      }
      .on(Unlocked.self) { lock, _, context in
        guard lock.phase == .checking else { return context.leaveUnchanged() }
        lock.succeed()
      }
      .on(UnlockFailed.self) { lock, _, context in
        guard lock.phase == .checking else { return context.leaveUnchanged() }
        lock.fail(now: context.now)
      }
      .on(Lock.self) { lock, _, context in
        guard lock.phase != .locked else { return context.leaveUnchanged() }
        lock.lock()
      }
  }
}
