import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading

/// The action types of this build, and the upgrades from actions of older builds.
struct ActionTypes {
  private(set) var current: [String: any Action.Type] = [:]
  private var upgrades: [ActionType: ActionUpgrade] = [:]
  private var renamed: [String: String] = [:]
  private var dropped: Set<String> = []
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

  /// Throws `ReplayError` if two types have the same name, or upgrades contradict each other.
  init(_ types: [any Action.Type], upgrades: [Upgrade], hasStores: Bool = false) throws {
    self.hasStores = hasStores
    for type in types {
      if let other = current[type.actionName], other != type {
        throw ReplayError.sameName(type.actionName, typeName(of: other), typeName(of: type))
      }
      current[type.actionName] = type
    }
    for upgrade in upgrades { try add(upgrade.rule) }
  }

  private mutating func add(_ rule: Upgrade.Rule) throws {
    switch rule {
    case .action(let upgrade):
      guard upgrades.updateValue(upgrade, forKey: ActionType(upgrade.old)) == nil else {
        throw Self.sameUpgrade(of: ActionType(upgrade.old))
      }
    case .renamed(let name, let type):
      guard renamed.updateValue(type.actionName, forKey: name) == nil, !dropped.contains(name)
      else { throw Self.sameUpgrade(of: ActionType(name: name)) }
    case .dropped(let name):
      guard dropped.insert(name).inserted, renamed[name] == nil else {
        throw Self.sameUpgrade(of: ActionType(name: name))
      }
    case .state, .storeRenamed, .storeDropped, .storeAdded: break
    }
  }

  private static func sameUpgrade(of type: ActionType) -> ReplayError {
    .sameUpgrade(of: "action '\(type.name)' of version \(type.version)")
  }

  /// What becomes of actions of `type`.
  func resolution(of logged: ActionType) -> Resolution {
    let type = hasStores && current[logged.name] == nil ? logged.parts.type : logged
    let (steps, last, isDropped) = path(from: type)
    if isDropped { return .dropped }
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

  /// One upgrade of the actions of a type.
  private enum Rule {
    case dropped
    case upgrade(ActionUpgrade)
    case renamed(String)
  }

  /// The upgrade of actions of `type`, or of the enum whose case that is. A renamed enum's case keeps its name.
  private func rule(for type: ActionType) -> Rule? {
    if let rule = exactRule(for: type) { return rule }
    // Logs of apps without PlayheadFlux name the cases of enums.
    guard isBoxed, current[type.name] == nil, !type.cases.isEmpty,
      let rule = exactRule(for: ActionType(name: type.owner, version: type.version))
    else { return nil }
    guard case .renamed(let name) = rule else { return rule }
    return .renamed(name + type.name.dropFirst(type.owner.count))
  }

  private func exactRule(for type: ActionType) -> Rule? {
    if dropped.contains(type.name) { return .dropped }
    // An upgrade knows no cases.
    if let upgrade = upgrades[ActionType(name: type.name, version: type.version)] {
      return .upgrade(upgrade)
    }
    return renamed[type.name].map(Rule.renamed)
  }

  /// Whether the app does without PlayheadFlux.
  private var isBoxed: Bool { current.values.contains { $0 is any BoxedValue.Type } }

  /// The upgrades from `type` on, and where they end. Follows a circle once.
  private func path(
    from type: ActionType
  ) -> (steps: [ActionUpgrade], last: ActionType, isDropped: Bool) {
    var steps: [ActionUpgrade] = []
    var seen: Set<ActionType> = []
    var last = type
    while seen.insert(last).inserted {
      switch rule(for: last) {
      case .dropped: return (steps, last, true)
      case .upgrade(let upgrade):
        steps.append(upgrade)
        last = ActionType(upgrade.new)
      case .renamed(let name): last.name = name
      case nil: return (steps, last, false)
      }
    }
    return (steps, last, false)
  }
}

extension ActionType {
  /// The name and version of a type of this build.
  init(_ type: any Action.Type) {
    self.init(name: type.actionName, version: type.actionVersion)
  }
}
