import PlayheadFlux

/// How states of the log become those of the stores.
extension DispatcherPlayer {
  /// A store's state as `decoder` has it.
  public func decodeState(
    of store: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    try all[store].decodeState(from: decoder)
  }

  /// A store's state as `decoder` has it, which was of another version, after the app's upgrades.
  public func decodeState(
    of store: Int, version: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    let steps = stateSteps(of: store, from: version)
    guard let first = steps.first else { return try decodeState(of: store, from: decoder) }
    let state = try steps.reduce(try first.old.init(from: decoder)) { state, step in
      try inUpgrade { try step.make(state) }
    }
    let present = type(of: all[store].anyState)
    guard type(of: state) == present else {
      throw MisfitReason.cutShort(
        reached: PlayheadFlux.stateVersion(of: type(of: state)),
        present: PlayheadFlux.stateVersion(of: present))
    }
    return state
  }

  /// The upgrades that a store's states of `version` go through.
  func stateSteps(of store: Int, from version: Int) -> [StateUpgrade] {
    stateUpgrades.steps(of: all[store].name, from: version)
  }
}
