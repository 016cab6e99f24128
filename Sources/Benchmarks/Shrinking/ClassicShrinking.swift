import PlayheadLog
import PlayheadReplay

/// Zeller and Hildebrandt's ddmin (2002): tries each part alone, then all but one, with ever more parts.
struct ClassicShrinking {
  /// The steps that are left.
  private(set) var steps: [Step]
  private(set) var trialCount = 0
  private let predicate: any ShrinkPredicate

  /// Starts with the steps and the predicate of `shrinker`.
  init(insteadOf shrinker: Shrinker) {
    (steps, predicate) = (shrinker.best.steps, shrinker.predicate)
  }

  mutating func run() throws {
    var parts = 2
    while steps.count >= 2 {
      let groups = split(into: parts)
      if let alone = try groups.first(where: { try does($0) }) {
        (steps, parts) = (alone, 2)
      } else if let rest = try rests(of: groups).first(where: { try does($0) }) {
        (steps, parts) = (rest, max(parts - 1, 2))
      } else if parts < steps.count {
        parts = min(parts * 2, steps.count)
      } else {
        return
      }
    }
  }

  private mutating func does(_ candidate: [Step]) throws -> Bool {
    guard !candidate.isEmpty else { return false }
    trialCount += 1
    return try predicate.holds(for: ShrunkSession(candidate))
  }

  private func split(into parts: Int) -> [[Step]] {
    (0..<parts).map { part in
      Array(steps[(steps.count * part / parts)..<(steps.count * (part + 1) / parts)])
    }
  }

  private func rests(of groups: [[Step]]) -> some Sequence<[Step]> {
    groups.indices.lazy.map { place in
      groups.enumerated().filter { $0.offset != place }.flatMap(\.element)
    }
  }
}
