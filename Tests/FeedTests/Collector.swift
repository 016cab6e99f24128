import Feed
import PlayheadFlux
import Synchronization

/// A tap that keeps what a log would keep.
final class Collector: Tap {
  struct Entry: Sendable {
    let action: any Action
    let turn: Turn
    let cause: Turn?
    var draws: [Draw] = []
    var changed: [Int] = []
  }

  private let kept = Mutex<[Entry]>([])
  var entries: [Entry] { kept.withLock { $0 } }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    kept.withLock { $0.append(Entry(action: action, turn: turn, cause: cause)) }
  }

  func didHandle(turn: Turn, outcome: Outcome) {
    kept.withLock { entries in
      entries[entries.count - 1].draws = outcome.draws
      entries[entries.count - 1].changed = outcome.changed
    }
  }
}
