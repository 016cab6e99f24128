package import PlayheadFlux

extension Dispatcher {
  /// Hands `action` to the stores again, as a replay does: without middleware and taps, with the given draws,
  /// and ignoring actions that observers dispatch. Calls the observers.
  ///
  /// - Parameters:
  ///   - action: An action of a log.
  ///   - turn: The number that handlers see, and from which the dispatcher goes on counting; by default the
  ///     next one.
  ///   - cause: The cause that handlers see.
  ///   - draws: The values that the stores took from outside when the action was live, in order.
  ///   - continuation: The source of draws that the log lacks, in a branch of it; by default they are
  ///     placeholders.
  @discardableResult package func apply(
    _ action: any Action, turn: Turn? = nil, cause: Turn? = nil, draws: [Draw],
    continuation: SystemInputs? = nil
  ) -> Replayed {
    withState { state in
      guard state.isIdle else {
        state.reportMisplacedReplay()
        return Replayed(changed: [], mismatch: nil, draws: [])
      }
      let source = ReplayedDraws(draws, continuation)
      let changed = state.replay(
        action, turn: turn ?? state.turn.next, cause: cause, from: source)
      return Replayed(
        changed: changed, mismatch: source.mismatchAtEnd,
        draws: continuation == nil ? [] : source.given)
    }
  }

  /// Runs `body` as part of a replay, which ignores what observers dispatch, register or unregister: the log
  /// has it.
  package func replaying<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withState { state in
      guard case .idle = state.phase else {
        state.reportMisplacedReplay()
        return try body()
      }
      state.phase = .replaying
      defer { state.phase = .idle }
      return try body()
    }
  }

  /// From now on a replay calls no observers, which would only slow down a check.
  package func disableObservers() {
    withState { $0.replaysToObservers = false }
  }

  /// Sets the states of `stores`, and then calls the observers, so that none sees states of two steps. If it
  /// throws ``StoreError``, earlier stores have their new states, and no observer was called.
  package func restore(_ states: [any Codable & Sendable], of stores: [any ErasedStore]) throws {
    precondition(
      states.count == stores.count,
      "\(states.count) states cannot be restored into \(stores.count) stores: give one for each.")
    try replaying { try setStates(states, of: stores) }
  }

  /// The action types of `stores`, registered or not, without duplicates.
  package static func actionTypes(of stores: [any ErasedStore]) -> [any Action.Type] {
    unique(stores.flatMap(\.actionTypes))
  }
}

/// The result of replaying one action.
package struct Replayed: Sendable {
  /// How the stores' draws differ from the log's.
  package enum DrawMismatch: Hashable, Sendable {
    /// A store asked for a draw of kind `asked` at `index` (from 0). The log has `found`, or nothing there.
    ///
    /// The store got a placeholder, the same in every replay: the epoch, the zero UUID, or bits of a
    /// generator seeded with the action's number.
    case mismatch(index: Int, asked: Draw.Kind, found: Draw?)

    /// The stores did not take the last `count` draws of the log.
    case leftOver(count: Int)
  }

  /// The indices in ``Dispatcher/stores`` of the stores that changed, ascending.
  package let changed: [Int]
  /// How the stores' draws differ from the log's, if they do.
  package let mismatch: DrawMismatch?
  /// All draws of the stores, if the log's draws were continued; otherwise empty.
  package let draws: [Draw]
}

/// A log's draws for one action, handed out in order.
private final class ReplayedDraws: DrawSource {
  private let draws: [Draw]
  /// The source of draws beyond the log's, in a branch of the log.
  private let continuation: SystemInputs?
  private var taken = 0
  /// The draws that the stores got, if there is a continuation.
  private(set) var given: [Draw] = []
  /// The first mismatch; later ones follow from it.
  private var mismatch: Replayed.DrawMismatch?

  init(_ draws: [Draw], _ continuation: SystemInputs?) {
    (self.draws, self.continuation) = (draws, continuation)
  }

  func take(_ kind: Draw.Kind) -> Draw? {
    let found = next(kind)
    guard let continuation else { return found }
    let draw = found ?? continuation.draw(kind)
    given.append(draw)
    return draw
  }

  private func next(_ kind: Draw.Kind) -> Draw? {
    defer { taken += 1 }
    let found = taken < draws.count ? draws[taken] : nil
    if found?.kind == kind { return found }
    mismatch = mismatch ?? .mismatch(index: taken, asked: kind, found: found)
    return nil
  }

  var mismatchAtEnd: Replayed.DrawMismatch? {
    let left = draws.count - taken
    return mismatch ?? (left > 0 ? .leftOver(count: left) : nil)
  }
}
