/// The ways by which states of older builds become those of this one.
struct StateUpgrades {
  private struct Source: Hashable {
    var store: String
    var version: Int
  }

  private var upgrades: [Source: StateUpgrade] = [:]

  /// Throws `ReplayError` where upgrades contradict each other.
  init(_ all: [Upgrade]) throws {
    for case .state(let upgrade) in all.map(\.rule) {
      let source = Source(store: upgrade.store, version: upgrade.oldVersion)
      guard upgrades.updateValue(upgrade, forKey: source) == nil else {
        throw ReplayError.sameStateUpgrade(store: source.store, version: source.version)
      }
    }
    for source in upgrades.keys.sorted(by: { ($0.store, $0.version) < ($1.store, $1.version) }) {
      try requireEnd(of: source)
    }
  }

  /// The upgrades that a store's states of `version` go through; a circle, which `init` does not let in,
  /// once around.
  func steps(of store: String, from version: Int) -> [StateUpgrade] {
    var steps: [StateUpgrade] = []
    var seen: Set<Int> = []
    var version = version
    while seen.insert(version).inserted,
      let upgrade = upgrades[Source(store: store, version: version)]
    {
      steps.append(upgrade)
      version = upgrade.newVersion
    }
    return steps
  }

  private func requireEnd(of source: Source) throws {
    guard let last = steps(of: source.store, from: source.version).last else { return }
    if upgrades[Source(store: source.store, version: last.newVersion)] != nil {
      throw ReplayError.stateCircle(store: source.store, version: source.version)
    }
  }
}
