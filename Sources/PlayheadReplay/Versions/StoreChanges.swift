/// Which stores came, went, or got another name since logs were recorded.
struct StoreChanges {
  private var renamed: [String: String] = [:]
  private var dropped: Set<String> = []
  private var added: Set<String> = []

  /// Throws `ReplayError` where upgrades contradict each other.
  init(_ upgrades: [Upgrade] = []) throws {
    for upgrade in upgrades {
      switch upgrade.rule {
      case .storeRenamed(let name, let present):
        guard renamed.updateValue(present, forKey: name) == nil, !dropped.contains(name) else {
          throw ReplayError.sameStoreUpgrade(name)
        }
      case .storeDropped(let name):
        guard dropped.insert(name).inserted, renamed[name] == nil else {
          throw ReplayError.sameStoreUpgrade(name)
        }
      case .storeAdded(let name): added.insert(name)
      case .action, .renamed, .dropped, .state: break
      }
    }
  }

  /// What the app calls the store that a log calls `name`; nil if it has it no more.
  func present(_ name: String) -> String? { dropped.contains(name) ? nil : renamed[name] ?? name }

  /// Whether logs need not have the app's store `name`.
  func isAdded(_ name: String) -> Bool { added.contains(name) }

  /// What became of a log's store; nil if nothing did.
  func fact(of name: String) -> Compatibility.Fact? {
    dropped.contains(name) ? .storeDropped : renamed[name].map { .storeRenamed(to: $0) }
  }
}
