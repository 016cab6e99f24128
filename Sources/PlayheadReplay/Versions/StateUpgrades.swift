/// The upgrades from states of older builds to those of this one.
struct StateUpgrades {
  private struct Source: Hashable {
    var store: String
    var version: Int
  }

  private var upgrades: [Source: StateUpgrade] = [:]

  /// Throws `ReplayError` if upgrades contradict each other.
  init(_ all: [Upgrade]) throws {
    for case .state(let upgrade) in all.map(\.rule) {
      let source = Source(store: upgrade.store, version: upgrade.oldVersion)
      guard upgrades.updateValue(upgrade, forKey: source) == nil else {
        throw ReplayError.sameUpgrade(
          of: "the states of store '\(source.store)' of version \(source.version)")
      }
    }
  }

  /// The upgrades for a store's states of `version`, in order. Follows a circle once.
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
}

/// Which stores were added, removed or renamed since logs were recorded.
struct StoreChanges {
  private var renamed: [String: String] = [:]
  private var dropped: Set<String> = []
  private var added: Set<String> = []

  /// Throws `ReplayError` if upgrades contradict each other.
  init(_ upgrades: [Upgrade] = []) throws {
    for upgrade in upgrades {
      switch upgrade.rule {
      case .storeRenamed(let name, let current):
        guard renamed.updateValue(current, forKey: name) == nil, !dropped.contains(name) else {
          throw ReplayError.sameUpgrade(of: "store '\(name)'")
        }
      case .storeDropped(let name):
        guard dropped.insert(name).inserted, renamed[name] == nil else {
          throw ReplayError.sameUpgrade(of: "store '\(name)'")
        }
      case .storeAdded(let name): added.insert(name)
      case .action, .renamed, .dropped, .state: break
      }
    }
  }

  /// The app's name for the store that a log calls `name`; nil if the app no longer has it.
  func currentName(of name: String) -> String? {
    dropped.contains(name) ? nil : renamed[name] ?? name
  }

  /// Whether logs may lack the app's store `name`.
  func isAdded(_ name: String) -> Bool { added.contains(name) }

  /// What became of a log's store; nil if it is unchanged.
  func fact(of name: String) -> Compatibility.Fact? {
    dropped.contains(name) ? .storeDropped : renamed[name].map { .storeRenamed(to: $0) }
  }
}
