public import PlayheadCoding
import PlayheadFlux
public import PlayheadLog

/// Single values of the present state.
extension Replay {
  /// The value at `path` in the present state; nil where nothing is.
  ///
  /// Nothing else is encoded, so it costs what that value costs, and a look at each level on the way.
  public func value(at path: Path) throws -> Value? {
    guard let first = path.components.first else { return try state() }
    guard let name = first.name, let state = state(ofStore: name) else { return nil }
    return try encoding.value(
      at: path.withoutFirst, in: TrackedValue(state), name, at: position)
  }

  /// The steps that can be gone to, in order: runs of recorded actions, each from the state from which it
  /// can be replayed. Where actions turn out to be damaged there are fewer.
  public var reachableSteps: [ClosedRange<Step>] { timeline.reachable }

  /// Whether `step` can be gone to, as far as damage is known.
  func reaches(_ step: Step) -> Bool { timeline.reachable.run(holding: step) != nil }

  /// A copy of a store's present state; nil if there is no such store.
  func state(ofStore name: String) -> (any Codable & Sendable)? {
    player.stores.firstIndex(of: name).map { player.states[$0] }
  }
}

extension Path {
  /// The way from the first part on: from the whole state, that within a store.
  var withoutFirst: Path { Path(Array(components.dropFirst())) }
}
