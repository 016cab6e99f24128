import PlayheadLog

/// Which breakpoints an action of a chunk may be at, as far as its type alone can say.
final class ChunkTests {
  /// A breakpoint that an action may be at.
  struct Candidate {
    var breakpoint: Int
    /// Whether nothing is left to be asked.
    var isSettled: Bool
  }

  let actions: StepSubject.Actions
  /// For each of the chunk's types.
  private var candidates: [[Candidate]]

  init(_ head: ChunkHead, _ breakpoints: [Breakpoint]) {
    actions = StepSubject.Actions(head)
    candidates = head.types.map { type in
      breakpoints.indices.filter { breakpoints[$0].type.map { $0 == type.name } ?? true }
        .map { Candidate(breakpoint: $0, isSettled: breakpoints[$0].condition == nil) }
    }
  }

  /// Whether the action at `index` may be at any.
  func hasCandidates(at index: Int) -> Bool { !candidates[type(at: index)].isEmpty }

  /// The breakpoints that the action at `index` may be at.
  func candidates(at index: Int) -> [Candidate] { candidates[type(at: index)] }

  /// Keeps what was found out at one action for all others of its type.
  func settle(_ breakpoint: Int, holds: Bool, at index: Int) {
    let type = type(at: index)
    guard let place = candidates[type].firstIndex(where: { $0.breakpoint == breakpoint }) else {
      return
    }
    if holds {
      candidates[type][place].isSettled = true
    } else {
      candidates[type].remove(at: place)
    }
  }

  private func type(at index: Int) -> Int { Int(actions.head.typeColumn[index]) }
}
