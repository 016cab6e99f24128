import FluxTesting
import Foundation
import PlayheadFlux
import Testing

/// Which thread sends an action, and its how-manieth it is.
private struct Send: Action, Equatable {
  var thread: Int
  var number: Int
}

/// What a store saw of the threads' actions.
private struct Seen: Codable, Sendable {
  /// How many of each thread's came, all in the thread's own order.
  var counts: [Int]
  /// How many came out of their thread's order.
  var misplaced = 0
  /// The turn of the last.
  var turn: UInt64 = 0
  /// How many had another turn than the one after the last's.
  var jumps = 0

  mutating func see(_ send: Send, _ context: Context) {
    if counts[send.thread] != send.number { misplaced += 1 }
    counts[send.thread] += 1
    if context.turn.number != turn + 1 { jumps += 1 }
    turn = context.turn.number
  }
}

/// A tap that checks that what was handled is what was announced, one action after the other.
///
/// Unchecked because the dispatcher calls its taps one at a time, which is what this checks: the
/// thread sanitizer reports it if not.
private final class OrderTap: Tap, @unchecked Sendable {
  private(set) var announced: (send: Send, turn: Turn)?
  private(set) var count = 0
  private(set) var faults = 0
  private let handled: Store<Send>

  init(_ handled: Store<Send>) { self.handled = handled }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    if announced != nil { faults += 1 }
    if let send = action as? Send { announced = (send, turn) }
  }

  func didHandle(turn: Turn, outcome: Outcome) {
    let isAsAnnounced = announced.map { $0.turn == turn && $0.send == handled.state }
    if isAsAnnounced != true || outcome.changed != [0, 1, 2] { faults += 1 }
    announced = nil
    count += 1
  }
}

/// A counter of what is under way: more than one at a time is a fault.
///
/// Unchecked for the same reason as the tap.
private final class Inside: @unchecked Sendable {
  private var isBusy = false
  private(set) var overlaps = 0

  func run(_ body: () -> Void) {
    if isBusy { overlaps += 1 }
    isBusy = true
    body()
    isBusy = false
  }
}

@Suite struct ManyThreadsTests {
  private let threads = 16
  private let each = Soak.isOn ? 100_000 : 2_000

  @Test func `stores, taps and observers see the actions of sixteen threads in one order`() throws {
    let inside = Inside()
    let last = Store("last", Send(thread: 0, number: -1)).on(Send.self) { last, send in
      inside.run { last = send }
    }
    let seen = Store("seen", Seen(counts: Array(repeating: 0, count: threads)), after: [last])
      .on(Send.self) { seen, send, context in inside.run { seen.see(send, context) } }
    let matches = Store("matches", 0, after: [last]).on(Send.self) { matches, send in
      inside.run { if last.state.number == send.number { matches += 1 } }
    }
    let dispatcher = try dispatcher(last, seen, matches)
    let tap = OrderTap(last)
    dispatcher.attach(tap)
    let told = Told()
    let token = dispatcher.observe(seen, matches) { told.hear(Turn($0.turn), $1) }
    let time = ContinuousClock().measure {
      onThreads(threads) { [each] thread in
        for number in 0..<each { dispatcher.dispatch(Send(thread: thread, number: number)) }
      }
    }
    token.cancel()
    let count = threads * each
    if Soak.isOn { print("threads: \(count) actions of \(threads) threads in \(time)") }
    #expect(dispatcher.lastTurn == Turn(UInt64(count)))
    #expect(seen.state.counts == Array(repeating: each, count: threads))
    #expect(seen.state.misplaced == 0 && seen.state.jumps == 0 && inside.overlaps == 0)
    #expect(matches.state == count)
    #expect(tap.count == count && tap.faults == 0)
    #expect(told.calls == count + 1 && told.faults == 0)
  }
}

/// An observer that checks that it is told each turn's states, in order.
///
/// Unchecked because calls of one observer never overlap: the thread sanitizer reports it if they do.
private final class Told: @unchecked Sendable {
  private(set) var calls = 0
  private(set) var faults = 0

  func hear(_ turn: Turn, _ matches: Int) {
    if turn != Turn(UInt64(calls)) || matches != calls { faults += 1 }
    calls += 1
  }
}
