import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// What an action changed, in the part of the state on the way to a path.
struct StepChange {
  let step: Step
  let tree: ChangeTree
  /// Whether no action made the change, but the session went on from an earlier state. The changes of the action
  /// follow.
  var isReturn = false
}

extension [StepChange] {
  /// The number of changes up to `step`.
  func count(upTo step: Step) -> Int { partitionPoint { $0.step > step } }
}

/// Finds what changed in windows by replaying them, and remembers it for the next question.
final class WindowReader {
  /// So many changes take some ten megabytes.
  private static let limit = 100_000

  private let replay: Replay
  private var kept: [Key: [StepChange]] = [:]
  private var keptCount = 0
  /// The steps of the windows at which a store's state could not be encoded, …
  private(set) var unshown: [UnshownState] = []
  /// … and those at which a part of it could not, before the step or after it.
  private(set) var partlyUnshown: [UnshownState] = []

  private struct Key: Hashable {
    var path: StatePath
    var window: ClosedRange<Step>
  }

  init(_ replay: Replay) { self.replay = replay }

  /// What changed in a window on the way to each path and below it, in the order of the steps. Moves the replay.
  func changes(
    of paths: [StatePath], in window: ClosedRange<Step>
  ) throws -> [[StepChange]] {
    if keptCount > Self.limit { (kept, keptCount) = ([:], 0) }
    // Places in lists are not part of the key: all elements are compared.
    let keys = paths.map { path in
      Key(path: StatePath(Array(path.components.prefix { $0.name != nil })), window: window)
    }
    let missing = keys.filter { kept[$0] == nil }
    if !missing.isEmpty {
      for (key, changes) in zip(missing, try read(missing.map(\.path), in: window)) {
        kept[key] = changes
        keptCount += changes.count + 1
      }
    }
    return keys.map { kept[$0] ?? [] }
  }

  private func read(_ paths: [StatePath], in window: ClosedRange<Step>) throws -> [[StepChange]] {
    try replay.go(to: window.lowerBound)
    let (stores, states) = (replay.stores, replay.player.states)
    let groups = paths.map { path in
      // The empty path is the whole state.
      let store = path.components.first?.name
      return stores.indices.filter { store == nil || stores[$0] == store }
        .map { FollowedPart($0, stores[$0], path.withoutFirst, of: states[$0]) }
    }
    return try follow(groups, to: window.upperBound)
  }

  /// Replays up to a step, and returns what changed in each group of parts.
  private func follow(_ groups: [[FollowedPart]], to end: Step) throws -> [[StepChange]] {
    var changes: [[StepChange]] = groups.map { _ in [] }
    func add(
      at step: Step, isReturn: Bool = false, _ change: (FollowedPart) throws -> ChangeTree?
    ) rethrows {
      for (number, group) in groups.enumerated() {
        var fields: [StatePath.Component: ChangeTree.Field] = [:]
        for part in group {
          if let tree = try change(part) { fields[.field(part.name)] = .changed(tree) }
        }
        guard !fields.isEmpty else { continue }
        changes[number].append(.init(step: step, tree: .fields(fields), isReturn: isReturn))
      }
    }
    try replay.walk(to: end) { step, changed, resumption in
      if let resumption {
        let states = try replay.timeline.states(of: resumption)
        add(at: step, isReturn: true) { part in
          states[part.store].flatMap { part.follow($0).tree }
        }
      }
      add(at: step) { part in
        guard changed?.contains(part.store) ?? true else { return nil }
        let found = part.follow(replay.player.state(at: part.store))
        if let reason = found.unshown { unshown.include(part.name, at: step, because: reason) }
        if let reason = found.partlyUnshown {
          partlyUnshown.include(part.name, at: step, because: reason)
        }
        return found.tree
      }
      try replay.onStep(step)
    }
    return changes
  }
}

/// A part of a store's state on the way through a window.
private final class FollowedPart {
  /// The store's place, and its name.
  let store: Int
  let name: String
  private let comparison: PathComparison
  /// The last part that could be encoded; nil if there was none yet.
  private var current: PartOnPath?

  init(_ store: Int, _ name: String, _ path: StatePath, of state: any Encodable) {
    (self.store, self.name) = (store, name)
    comparison = PathComparison(path)
    current = try? comparison.part(of: state)
  }

  /// What changed since the state before; nil if nothing did. And why the state, or a part of it or of the one before,
  /// cannot be encoded.
  func follow(
    _ state: any Encodable
  ) -> (tree: ChangeTree?, unshown: String?, partlyUnshown: String?) {
    let part: PartOnPath
    do {
      part = try comparison.part(of: state)
    } catch {
      return (nil, refusal(error), nil)
    }
    defer { current = part }
    guard let current else { return (.replaced, nil, "the state before it cannot be encoded") }
    let found = comparison.changes(from: current, to: part)
    let reason = found.error.map { refusal($0) }
    if case .same = found.changes { return (nil, nil, reason) }
    return (found.changes, nil, reason)
  }
}

extension Replay {
  /// Goes on to `end`, across gaps, and calls `body` with each step, with the places of the stores that may have
  /// changed, nil for all, and with what its action goes on from, if that is not the action before it.
  func walk(
    to end: Step, _ body: (_ step: Step, _ changed: [Int]?, Resumption?) throws -> Void
  ) throws {
    let player = dispatcherPlayer
    while position < end {
      guard let run = reachableSteps.first(where: { $0.upperBound > position }),
        run.lowerBound <= end
      else { return }
      do {
        if position < run.lowerBound {
          try go(to: run.lowerBound)
          try body(run.lowerBound, nil, nil)
        }
        // The next step after which stores come or go.
        var storeChange = timeline.storeLists.change(after: position)
        try follow(to: min(run.upperBound, end)) { (action: LoggedAction) in
          let step = action.step
          if let change = storeChange, change <= step {
            storeChange = timeline.storeLists.change(after: step)
            try body(step, nil, action.resumption)
          } else if let resumption = action.resumption {
            try body(step, nil, resumption)
          } else {
            try body(step, player.map { $0.lastChanged ?? [] }, nil)
          }
        }
      } catch ReadingError.damaged where updateAfterDamage() {}
    }
  }
}

extension Replayable {
  /// A copy of the part at a place.
  func state(at place: Int) -> any Codable & Sendable {
    dispatcherPlayer?.all[place].anyState ?? states[place]
  }
}
