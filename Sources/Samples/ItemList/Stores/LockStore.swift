package import Foundation
package import PlayheadFlux

/// Whether the items may be shown.
package struct LockState: Codable, Sendable, Equatable {
  /// How far the user has got with unlocking.
  package enum Phase: String, Codable, Sendable {
    /// The items are hidden.
    case locked
    /// A code is being checked.
    case checking
    /// The items may be shown.
    case unlocked
  }

  /// How far the user has got with unlocking.
  package private(set) var phase = Phase.locked
  /// The number of wrong codes since the last right one.
  package private(set) var failures = 0
  /// Until when no code is checked, after too many wrong ones.
  package private(set) var blockedUntil: Date?

  /// The number of wrong codes before a pause: enough for slips; trying all four-digit codes takes a day.
  package static let failuresBeforePause = 3

  /// The length of the pause, in seconds.
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

  /// Counts a wrong code. Reads the clock only if a pause begins.
  mutating func fail(now: @autoclosure () -> Date) {
    phase = .locked
    failures += 1
    if failures.isMultiple(of: Self.failuresBeforePause) {
      blockedUntil = now().addingTimeInterval(Self.pause)
    }
  }

  mutating func lock() { phase = .locked }
}

/// Whether the items may be shown.
package typealias LockStore = Store<LockState>

extension LockStore {
  /// A store that starts locked. A code during another check or in a pause changes nothing. Nor does a result
  /// that is no longer needed.
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
