import Foundation

/// The contents of a ``Context``: the current action, and the draws of its handlers. One object, reused for
/// every action.
final class ContextStorage {
  let inputs: SystemInputs
  /// The source of draws during a replay; `nil` for a live action.
  private var replay: (any DrawSource)?

  /// Random bits to replace those that a log lacks.
  private var spare = SplitMix64(seed: 0)

  let pass = HandlerPass()
  private(set) var isOpen = false
  /// Whether the action comes from a log.
  var isReplayed: Bool { replay != nil }
  private(set) var turn = Turn.start
  private(set) var cause: Turn?
  private(set) var draws: [Draw] = []
  var leftUnchanged = false

  init(inputs: SystemInputs) { self.inputs = inputs }

  /// Starts an action; its draws come from the dispatcher's inputs.
  func open(turn: Turn, cause: Turn?) {
    self.turn = turn
    self.cause = cause
    if !draws.isEmpty { draws.removeAll(keepingCapacity: true) }
    isOpen = true
  }

  /// Starts an action of a log, whose draws come from `source`.
  func open(turn: Turn, cause: Turn?, from source: any DrawSource) {
    open(turn: turn, cause: cause)
    replay = source
    spare = SplitMix64(seed: turn.number)
  }

  /// Ends the action.
  func close() {
    isOpen = false
    if replay != nil { replay = nil }
  }

  func date() -> Date {
    guard case .date(let date) = draw(.date) else { return Date(timeIntervalSince1970: 0) }
    return date
  }

  func uuid() -> UUID {
    guard case .uuid(let uuid) = draw(.uuid) else {
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
    return uuid
  }

  func random() -> UInt64 {
    // Not a constant: Swift's `random(in:)` tries again until the bits are fair.
    guard case .random(let bits) = draw(.random) else { return spare.next() }
    return bits
  }

  private func draw(_ kind: Draw.Kind) -> Draw? {
    let draw = if let replay { replay.take(kind) } else { inputs.draw(kind) }
    guard let draw else { return nil }
    draws.append(draw)
    return draw
  }
}

/// Gives the draws of an action that is handled again.
package protocol DrawSource: AnyObject {
  /// The next draw; `nil` if the store gets a placeholder.
  func take(_ kind: Draw.Kind) -> Draw?
}

extension SystemInputs {
  /// A new draw.
  package func draw(_ kind: Draw.Kind) -> Draw {
    switch kind {
    case .date: .date(now())
    case .uuid: .uuid(uuid())
    case .random: .random(random())
    }
  }
}
