package import PlayheadFlux
package import PlayheadReplay

/// What a log keeps of a session: each action with its turn, its cause, its draws and what it changed.
/// It can be played into another app.
package final class Tape: Tap {
  /// One action.
  package struct Entry: Sendable {
    package let action: any Action
    package let turn: Turn
    package let cause: Turn?
    /// What the stores took from outside.
    package fileprivate(set) var draws: [Draw] = []
    /// The positions of the stores that it changed.
    package fileprivate(set) var changed: [Int] = []

    package var name: String { type(of: action).actionName }
  }

  private let contents = Guarded<[Entry]>([])

  /// An empty tape; `dispatcher.attach(_:)` starts it.
  package init() {}

  package var entries: [Entry] { contents.withLock { $0 } }

  /// The names of the actions, in order.
  package var names: [String] { entries.map(\.name) }

  package func entries<A: Action>(of type: A.Type) -> [Entry] { entries.filter { $0.action is A } }

  /// The name of the action that led to the last one of this name.
  package func cause(of name: String) -> String? {
    let entries = entries
    let cause = entries.last { $0.name == name }?.cause
    return entries.first { $0.turn == cause }?.name
  }

  package func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  package func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    contents.withLock { $0.append(Entry(action: action, turn: turn, cause: cause)) }
  }

  package func didHandle(turn: Turn, outcome: Outcome) {
    contents.withLock { entries in
      entries[entries.count - 1].draws = outcome.draws
      entries[entries.count - 1].changed = outcome.changed
    }
  }
}

// MARK: - Replay

extension Tape {
  /// Plays all of it into a fresh app.
  ///
  /// - Returns: The names of the actions that asked for other draws or changed other stores than on the
  ///   tape.
  package func replay(in dispatcher: Dispatcher) -> [String] {
    entries.compactMap { entry in
      let replayed = entry.replay(in: dispatcher)
      return replayed.mismatch == nil && replayed.changed == entry.changed ? nil : entry.name
    }
  }
}

extension Tape.Entry {
  /// Applies the action as a replay does.
  @discardableResult package func replay(in dispatcher: Dispatcher) -> Replayed {
    dispatcher.apply(action, turn: turn, cause: cause, draws: draws)
  }
}
