import Annotations
import Foundation
import PlayheadFlux
import Synchronization

/// What a recording keeps of a session: each action with its turn, its cause and its draws.
final class Tape: Tap {
  struct Entry: Sendable {
    let action: any Action
    let turn: Turn
    let cause: Turn?
    var draws: [Draw] = []

    var name: String { type(of: action).actionName }
  }

  private let contents = Mutex<[Entry]>([])

  var entries: [Entry] { contents.withLock { $0 } }

  var names: [String] { entries.map(\.name) }

  /// The changes that the database has kept, in order.
  var saved: [UUID] { entries.compactMap { ($0.action as? ChangeSaved)?.change } }

  /// The name of the action that led to the last one of this name.
  func cause(of name: String) -> String? {
    let cause = entries.last { $0.name == name }?.cause
    return entries.first { $0.turn == cause }?.name
  }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    contents.withLock { $0.append(Entry(action: action, turn: turn, cause: cause)) }
  }

  func didHandle(turn: Turn, outcome: Outcome) {
    contents.withLock { entries in
      guard let last = entries.indices.last else { return }
      entries[last].draws = outcome.draws
    }
  }
}

extension Annotations {
  /// Every store's state as text, in the stores' order.
  var states: [String] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try dispatcher.stores.map { store in
        "\(store.name): " + String(decoding: try encoder.encode(store.anyState), as: UTF8.self)
      }
    }
  }
}
