import Synchronization

/// An observer of several stores, who is told once per action, however many of them it changed.
final class JointObserver: Sendable {
  /// A call of the observer, with the states in it.
  typealias Call = @Sendable () -> Void

  private let read: @Sendable () -> Call
  private let mailbox = Mailbox<Call> { $0() }
  /// The round of the dispatcher whose states it knows.
  private let known = Atomic<UInt64>(0)

  /// An observer whose calls `read` makes, with the states of the moment.
  init(_ read: @escaping @Sendable () -> Call) { self.read = read }

  func close() { mailbox.close() }

  /// Tells it the states as they are.
  func tell() { mailbox.deliver(read) }

  /// Tells it the states that `round` left behind, unless it knows them.
  func tell(after round: UInt64) {
    if known.exchange(round, ordering: .relaxed) != round { tell() }
  }

  /// Takes the states that `round` left behind; the result tells them, and what came meanwhile.
  func begin(after round: UInt64) -> Call {
    known.store(round, ordering: .relaxed)
    let first = mailbox.post(read)
    return { [mailbox] in mailbox.handOver(from: first) }
  }
}
