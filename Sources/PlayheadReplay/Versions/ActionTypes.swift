import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading

/// The action types of this build, and the upgrades from actions of older builds.
struct ActionTypes {
  private(set) var current: [String: any Action.Type] = [:]
  private let upgrades: Upgrades
  /// Whether the app has several stores of its own, so that names of actions may begin with a store's.
  private let hasStores: Bool

  /// What becomes of the log's actions of a type.
  enum Resolution {
    /// They are decoded as this type, perhaps under a new name.
    case current(any Action.Type, isRenamed: Bool)
    /// They are decoded as the first upgrade's type, then upgraded by it and the others.
    case upgraded(ActionUpgrade, [ActionUpgrade], to: any Action.Type)
    /// They are left out.
    case dropped
    /// Upgrades lead to a version of a type, but not to the current one.
    case cutShort(at: Int, current: any Action.Type)
    /// There is no such type.
    case unknown
  }

  /// Throws `ReplayError` if two types have the same name, or if upgrades lead to a type that is none of these.
  init(_ types: [any Action.Type], upgrades: Upgrades, hasStores: Bool = false) throws {
    (self.upgrades, self.hasStores) = (upgrades, hasStores)
    for type in types {
      if let other = current[type.actionName], other != type {
        throw ReplayError.sameName(type.actionName, typeName(of: other), typeName(of: type))
      }
      current[type.actionName] = type
    }
    if let name = upgrades.actionGoals.first(where: { current[$0] == nil }) {
      throw ReplayError.unknownUpgrade(to: name)
    }
  }

  /// What becomes of actions of `type`.
  func resolution(of logged: ActionType) -> Resolution {
    let type = hasStores && current[logged.name] == nil ? logged.parts.type : logged
    var (steps, last) = ([ActionUpgrade](), type)
    // Follows a circle of upgrades once.
    var seen: Set<ActionType> = []
    while seen.insert(last).inserted, let rule = rule(for: last) {
      switch rule {
      case .dropped: return .dropped
      case .renamed(let name): last.name = name
      case .upgrade(let upgrade):
        steps.append(upgrade)
        last = ActionType(upgrade.new)
      }
    }
    guard let goal = current[last.name] ?? boxedType(for: last) else { return .unknown }
    guard let first = steps.first, let end = steps.last?.new else {
      return .current(goal, isRenamed: last != type)
    }
    return end == goal
      ? .upgraded(first, Array(steps.dropFirst()), to: goal)
      : .cutShort(at: last.version, current: goal)
  }

  /// A type of an app without PlayheadFlux. If the app has only one type, it may have any name in the log.
  private func boxedType(for type: ActionType) -> (any BoxedValue.Type)? {
    let type = current[type.owner] ?? (current.count == 1 ? current.first?.value : nil)
    return type as? any BoxedValue.Type
  }

  /// The upgrade of actions of `type`, or of the enum whose case that is. A renamed enum's case keeps its name.
  private func rule(for type: ActionType) -> ActionRule? {
    if let rule = upgrades.rule(for: type) { return rule }
    // Logs of apps without PlayheadFlux name the cases of enums.
    guard current.values.contains(where: { $0 is any BoxedValue.Type }),
      current[type.name] == nil, !type.cases.isEmpty,
      let rule = upgrades.rule(for: ActionType(name: type.owner, version: type.version))
    else { return nil }
    guard case .renamed(let name) = rule else { return rule }
    return .renamed(name + type.name.dropFirst(type.owner.count))
  }
}

extension ActionType {
  /// The name and version of a type of this build.
  init(_ type: any Action.Type) {
    self.init(name: type.actionName, version: type.actionVersion)
  }
}

/// One upgrade of the actions of a type.
enum ActionRule {
  case dropped
  case renamed(String)
  case upgrade(ActionUpgrade)
}

/// The upgrades of an app by what they are for.
struct Upgrades {
  private var actions: [ActionType: ActionUpgrade] = [:]
  /// Renamed and dropped types of actions.
  private var actionNames: [String: ActionRule] = [:]
  /// By store, then by version.
  private var states: [String: [Int: StateUpgrade]] = [:]
  /// The new names of stores; nil for dropped ones.
  private var storeNames: [String: String?] = [:]
  private var addedStores: Set<String> = []

  /// Throws `ReplayError` if upgrades contradict each other.
  init(_ all: [Upgrade] = []) throws {
    for upgrade in all {
      let isNew: Bool
      let subject: String
      switch upgrade.rule {
      case .action(let upgrade):
        let type = ActionType(upgrade.old)
        isNew = actions.updateValue(upgrade, forKey: type) == nil
        subject = "action '\(type.name)' of version \(type.version)"
      case .renamed(let name, let type):
        isNew = actionNames.updateValue(.renamed(type.actionName), forKey: name) == nil
        subject = "action '\(name)' of version 1"
      case .dropped(let name):
        isNew = actionNames.updateValue(.dropped, forKey: name) == nil
        subject = "action '\(name)' of version 1"
      case .state(let upgrade):
        let (store, version) = (upgrade.store, upgrade.oldVersion)
        isNew = states[store, default: [:]].updateValue(upgrade, forKey: version) == nil
        subject = "the states of store '\(store)' of version \(version)"
      case .storeRenamed(let name, let current):
        isNew = storeNames.updateValue(current, forKey: name) == nil
        subject = "store '\(name)'"
      case .storeDropped(let name):
        isNew = storeNames.updateValue(nil, forKey: name) == nil
        subject = "store '\(name)'"
      case .storeAdded(let name):
        addedStores.insert(name)
        continue
      }
      guard isNew else { throw ReplayError.sameUpgrade(of: subject) }
    }
  }

  /// The names of the actions that upgrades lead to and not on from, sorted.
  var actionGoals: [String] {
    let made = Set(actions.values.map { ActionType($0.new) }).subtracting(actions.keys).map(\.name)
    let renamed = actionNames.values.compactMap {
      if case .renamed(let name) = $0 { name } else { nil }
    }
    let upgraded = Set(actions.keys.map(\.name))
    return (made + renamed.filter { !upgraded.contains($0) })
      .filter { actionNames[$0] == nil }.sorted()
  }

  /// The upgrade of actions of exactly this type.
  func rule(for type: ActionType) -> ActionRule? {
    let named = actionNames[type.name]
    if case .dropped? = named { return .dropped }
    // An upgrade knows no cases.
    let upgrade = actions[ActionType(name: type.name, version: type.version)]
    return upgrade.map(ActionRule.upgrade) ?? named
  }

  /// The upgrades for a store's states of `version`, in order. Follows a circle once.
  func steps(of store: String, from version: Int) -> [StateUpgrade] {
    var steps: [StateUpgrade] = []
    var seen: Set<Int> = []
    var version = version
    while seen.insert(version).inserted, let upgrade = states[store]?[version] {
      steps.append(upgrade)
      version = upgrade.newVersion
    }
    return steps
  }

  /// The app's name for the store that a log calls `name`; nil if the app no longer has it.
  func currentName(of name: String) -> String? { storeNames[name] ?? name }

  /// Whether logs may lack the app's store `name`.
  func isAdded(_ name: String) -> Bool { addedStores.contains(name) }

  /// What became of a log's store; nil if it is unchanged.
  func fact(of name: String) -> Compatibility.Fact? {
    guard let current = storeNames[name] else { return nil }
    return current.map { .storeRenamed(to: $0) } ?? .storeDropped
  }
}
