import Foundation

/// The contents of a ``Context``: the current action, and the draws of its handlers. One object, reused for
/// every action.
final class ContextStorage {
  let inputs: SystemInputs
  /// The log's draws during a replay; `nil` for a live action.
  private var replay: ReplayedDraws?
  /// The source of draws beyond the log's, in a branch of the log.
  private var continuation: SystemInputs?

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

  /// Starts an action with the draws that the log has. Further draws come from `continuation`, or are
  /// placeholders.
  func open(turn: Turn, cause: Turn?, log: [Draw], continuation: SystemInputs?) {
    open(turn: turn, cause: cause)
    replay = ReplayedDraws(log)
    self.continuation = continuation
    spare = SplitMix64(seed: turn.number)
  }

  /// Ends the action. Returns how its draws differ from the log's.
  @discardableResult func close() -> Replayed.DrawMismatch? {
    isOpen = false
    guard let replay else { return nil }
    self.replay = nil
    continuation = nil
    return replay.mismatchAtEnd
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
    let draw: Draw
    if replay == nil {
      draw = fresh(kind, inputs)
    } else {
      let found = replay?.take(kind)
      guard let continuation else { return found }
      draw = found ?? fresh(kind, continuation)
    }
    draws.append(draw)
    return draw
  }

  private func fresh(_ kind: Draw.Kind, _ inputs: SystemInputs) -> Draw {
    switch kind {
    case .date: .date(inputs.now())
    case .uuid: .uuid(inputs.uuid())
    case .random: .random(inputs.random())
    }
  }
}

/// A log's draws for one action, handed out in order.
private struct ReplayedDraws {
  private let draws: [Draw]
  private var taken = 0
  /// The first mismatch; later ones follow from it.
  private var mismatch: Replayed.DrawMismatch?

  init(_ draws: [Draw]) { self.draws = draws }

  mutating func take(_ kind: Draw.Kind) -> Draw? {
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
