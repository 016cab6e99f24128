import PlayheadFlux
import PlayheadLog

/// The action types of this build, and the upgrades from actions of older builds.
struct ActionTypes {
  private(set) var present: [String: any Action.Type] = [:]
  private var upgrades: [ActionType: ActionUpgrade] = [:]
  private var renamed: [String: String] = [:]
  private var dropped: Set<String> = []

  /// What becomes of the log's actions of a type.
  enum Way {
    /// They are decoded as this type.
    case present(any Action.Type)
    /// They are decoded as the first upgrade's type, then upgraded by it and the others.
    case upgraded(ActionUpgrade, [ActionUpgrade], to: any Action.Type)
    /// They are left out.
    case dropped
    /// Upgrades lead to a version of a type, but not to the current one.
    case cutShort(at: Int, present: any Action.Type)
    /// There is no such type.
    case unknown
  }

  /// Throws `ReplayError` if two types have the same name, or upgrades contradict each other.
  init(_ types: [any Action.Type], upgrades: [Upgrade]) throws {
    for type in types {
      if let other = present[type.actionName], other != type {
        throw ReplayError.sameName(type.actionName, "\(other)", "\(type)")
      }
      present[type.actionName] = type
    }
    for upgrade in upgrades { try add(upgrade.rule) }
    for type in self.upgrades.keys.sorted(by: { ($0.name, $0.version) < ($1.name, $1.version) }) {
      try requireEnd(of: type)
    }
    for name in renamed.keys.sorted() { try requireEnd(of: ActionType(name: name)) }
  }

  private mutating func add(_ rule: Upgrade.Rule) throws {
    switch rule {
    case .action(let upgrade):
      guard upgrades.updateValue(upgrade, forKey: ActionType(upgrade.old)) == nil else {
        throw ReplayError.sameUpgrade(ActionType(upgrade.old))
      }
    case .renamed(let name, let type):
      guard renamed.updateValue(type.actionName, forKey: name) == nil, !dropped.contains(name)
      else { throw ReplayError.sameUpgrade(ActionType(name: name)) }
    case .dropped(let name):
      guard dropped.insert(name).inserted, renamed[name] == nil else {
        throw ReplayError.sameUpgrade(ActionType(name: name))
      }
    case .state, .storeRenamed, .storeDropped, .storeAdded: break
    }
  }

  /// What becomes of actions of `type`.
  func way(of type: ActionType) -> Way {
    if isDropped(type.name) { return .dropped }
    let (steps, last) = path(from: type)
    if isDropped(last.name) { return .dropped }
    guard let goal = present[last.name] ?? foreignType(for: last.name) else { return .unknown }
    guard let first = steps.first, let end = steps.last?.new else { return .present(goal) }
    return end == goal
      ? .upgraded(first, Array(steps.dropFirst()), to: goal)
      : .cutShort(at: last.version, present: goal)
  }

  /// A type of an app without PlayheadFlux. If the app has only one type, it may have any name in the log.
  private func foreignType(for name: String) -> (any ForeignAction.Type)? {
    let owner = Self.owner(of: name).flatMap { present[$0] }
    let type = owner ?? (present.count == 1 ? present.first?.value : nil)
    return type as? any ForeignAction.Type
  }

  /// The enum's name, if `name` is that of a case: logs of apps without PlayheadFlux name the cases.
  private static func owner(of name: String) -> String? {
    name.lastIndex(of: ".").map { String(name[..<$0]) }
  }

  /// What the upgrades have for `name`, or for the enum whose case that is.
  private func rule<Rule>(for name: String, _ find: (String) -> Rule?) -> Rule? {
    if let rule = find(name) { return rule }
    return present[name] == nil ? Self.owner(of: name).flatMap(find) : nil
  }

  private func isDropped(_ name: String) -> Bool {
    rule(for: name) { dropped.contains($0) ? true : nil } ?? false
  }

  /// The upgrades from `type` on, and where they end. Follows a circle, which `init` refuses, once.
  private func path(from type: ActionType) -> (steps: [ActionUpgrade], last: ActionType) {
    var steps: [ActionUpgrade] = []
    var seen: Set<ActionType> = []
    var last = type
    while seen.insert(last).inserted {
      let upgrade = rule(for: last.name) { upgrades[ActionType(name: $0, version: last.version)] }
      if let upgrade {
        steps.append(upgrade)
        last = ActionType(upgrade.new)
      } else if let name = rule(for: last.name, { renamed[$0] }) {
        last.name = name
      } else {
        break
      }
    }
    return (steps, last)
  }

  /// Throws if upgrades lead from `type` in a circle.
  private func requireEnd(of type: ActionType) throws {
    let last = path(from: type).last
    if upgrades[last] != nil || renamed[last.name] != nil { throw ReplayError.circle(type) }
  }
}

extension ActionType {
  /// The name and version of a type of this build.
  init(_ type: any Action.Type) {
    self.init(name: type.actionName, version: type.actionVersion)
  }
}
