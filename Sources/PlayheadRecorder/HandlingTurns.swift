import PlayheadFlux
import PlayheadLog

/// Whose action is being handled. One thread at a time has the turn, so that the log's order is that of the
/// changes; an action that a thread records while it handles another one is a part of the same turn.
///
/// The app's code runs during a turn. It may wait for a thread that waits for the turn: because of a lock of the
/// app's own, or because a handler waits for another thread. So no thread waits forever: it goes on without the
/// turn, and its action is not recorded.
///
/// All members are used with `lock` held, which is held only while none of the app's code runs.
final class HandlingTurns {
  /// The longest wait for one turn, in milliseconds. Handlers that wait for nothing take a few milliseconds, and a
  /// person takes an app that stands still for a fifth of a second for a slow one, not for a dead one.
  static let longestWait = 200

  /// The most actions that are handled one within the other. More are a `willHandle` without a `didHandle`.
  static let mostActions = 1_000

  let lock = Lock()
  private let isOver = LockCondition()
  /// The thread that has the turn, if `depth` is not zero.
  @exclusivity(unchecked) private(set) var owner: UInt = 0
  /// How many actions of the turn are being handled, one within the other.
  @exclusivity(unchecked) private(set) var depth = 0
  /// Whether no other thread has handled an action since the turn began, so that the states are right.
  @exclusivity(unchecked) private(set) var isAlone = true
  /// The number of the turn.
  @exclusivity(unchecked) private var number: UInt64 = 0
  /// The number of a turn for which a thread has waited too long. No other thread waits for it.
  private var overlong: UInt64 = 0
  private var waiting = 0
  /// How many actions are being handled without a turn.
  private var overlapping = 0
  /// Those among them that end with `didHandle`.
  private var overlappingPairs: Set<Step> = []

  /// Whether an action is being handled without a turn.
  var isOverlapped: Bool { overlapping > 0 }

  /// Begins a turn, or an action within the thread's turn. Returns false after too long a wait.
  @inline(__always)
  func begin(for thread: UInt) -> Bool {
    if depth > 0, owner != thread, !waitForEnd() { return false }
    if depth == 0 {
      (owner, isAlone) = (thread, overlapping == 0)
      number &+= 1
    }
    depth += 1
    return true
  }

  @inline(never)
  private func waitForEnd() -> Bool {
    waiting += 1
    defer { waiting -= 1 }
    var turn = number
    while depth > 0 {
      if overlong == number { return false }
      if isOver.wait(with: lock, milliseconds: Self.longestWait) { continue }
      // Turns that end, but are taken by others, are no reason to give up.
      if depth > 0, turn == number {
        overlong = number
        isOver.wakeAll()
        return false
      }
      turn = number
    }
    return true
  }

  /// Ends an action of the turn, and with the outermost one the turn.
  @inline(__always)
  func end() {
    guard depth > 0 else { return }
    depth -= 1
    if depth == 0, waiting > 0 { isOver.wakeOne() }
  }

  /// Forgets all actions of the turn but the last, which never end.
  func forgetUnended() { (depth, isAlone) = (1, false) }

  /// Makes `thread` the owner of a turn that another thread began, unless that thread is at work in it.
  func pass(to thread: UInt) -> Bool {
    guard owner != thread else { return true }
    guard depth == 1 else { return false }
    owner = thread
    return true
  }

  /// Begins an action without a turn.
  func beginOverlapping(at step: Step, isPair: Bool) {
    overlapping += 1
    isAlone = false
    if isPair { overlappingPairs.insert(step) }
  }

  func endOverlapping() {
    overlapping -= 1
  }

  /// Ends such an action of `willHandle`. Returns whether there is one.
  func endOverlappingPair(at step: Step) -> Bool {
    guard overlappingPairs.remove(step) != nil else { return false }
    overlapping -= 1
    return true
  }
}
