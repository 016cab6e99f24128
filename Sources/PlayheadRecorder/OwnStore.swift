import Foundation

/// An app's own stores.
final class OwnStore {
  typealias State = any Encodable & Sendable

  /// The states of the registered stores after the last action, in their order. They are the states before the next
  /// one. `nil` if one of them is unknown: a handler threw, or several threads handled actions at the same time.
  @exclusivity(unchecked) private(set) var states: [State]?
  /// All stores so far, by number. Empty until an action is recorded in a single one, or the stores change.
  private(set) var parts: [RecordedPart] = []
  /// The numbers of the stores that handle actions, in their order.
  private(set) var registered: [Int] = []
  let turns = HandlingTurns()
  let comparison = StateComparison()

  init(_ states: [State]) { self.states = states }

  /// Returns the old states, which may be the last reference to objects of the app: they must not end while a lock
  /// is held.
  func replace(_ new: [State]?) -> [State]? {
    defer { states = new }
    if new == nil { for number in registered { parts[number].state = nil } }
    return states
  }

  /// The states, unless an action is being handled without a turn.
  var settled: [State]? { turns.isOverlapped ? nil : states }
}

/// Replaces the state of a recorded store that the app no longer has.
struct AbsentState: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

// MARK: - Single stores

/// One of an app's own stores.
struct RecordedPart {
  let name: String
  /// The state after the last action, if `states` lacks it; `nil` if it is unknown.
  var state: OwnStore.State?
  /// How many actions it handles at the moment, and how many of them without a turn.
  fileprivate var (handling, overlapping) = (0, 0)
  /// Whether only one thread has changed it since `handling` was zero.
  fileprivate var isAlone = true

  init(name: String) { self.name = name }
}

extension OwnStore {
  /// Prepares for actions of single stores. `names` are those of all stores so far, by number.
  func follow(_ names: [String], registered: [Int]) {
    guard parts.isEmpty else { return }
    parts = names.map { RecordedPart(name: $0) }
    self.registered = registered
  }

  /// The number of a registered store.
  func number(of name: String) -> Int? { registered.first { parts[$0].name == name } }

  /// The states of all stores so far, by number; `nil` if one is unknown.
  var all: [State]? {
    guard let settled else { return nil }
    var all = parts.map(\.state)
    for (number, state) in zip(registered, settled) { all[number] = state }
    let known = all.compactMap(\.self)
    return known.count == all.count ? known : nil
  }

  /// The state of a store; `nil` if it is unknown.
  func state(of number: Int) -> State? {
    guard let states, let place = registered.firstIndex(of: number) else {
      return parts[number].state
    }
    return states[place]
  }

  /// Begins an action of one store.
  func begin(in number: Int, hasTurn: Bool) {
    let isShared = parts[number].handling > 0 && (!hasTurn || parts[number].overlapping > 0)
    if parts[number].handling == 0 { parts[number].isAlone = true }
    if isShared { parts[number].isAlone = false }
    parts[number].handling += 1
    if !hasTurn { parts[number].overlapping += 1 }
  }

  /// Ends it, with the state that its handler returned. Returns what may be the last reference to objects of the app.
  func end(in number: Int, _ new: State?, hasTurn: Bool) -> [State?] {
    parts[number].handling -= 1
    if !hasTurn { parts[number].overlapping -= 1 }
    return set(parts[number].isAlone ? new : nil, of: number)
  }

  private func set(_ new: State?, of number: Int) -> [State?] {
    guard let place = registered.firstIndex(of: number) else {
      defer { parts[number].state = new ?? parts[number].state }
      return [parts[number].state]
    }
    if var states, let new {
      self.states = nil
      let old = states[place]
      states[place] = new
      self.states = states
      return [old]
    }
    let old = spread()
    parts[number].state = new
    gather()
    return old + [new]
  }

  /// Keeps each state by itself.
  private func spread() -> [State?] {
    guard let states else { return [] }
    for (number, state) in zip(registered, states) { parts[number].state = state }
    self.states = nil
    return states
  }

  /// Keeps the states of the registered stores together, if all are known.
  private func gather() {
    let known = registered.compactMap { parts[$0].state }
    guard known.count == registered.count else { return }
    for number in registered { parts[number].state = nil }
    states = known
  }

  /// Adds a store, or gives a store that is there another state. Returns its number, and what may be the last reference
  /// to objects of the app.
  func add(_ name: String, _ state: State) -> (number: Int, old: [State?]) {
    var old = spread()
    let number: Int
    if let known = parts.firstIndex(where: { $0.name == name }) {
      number = known
      old.append(parts[known].state)
    } else {
      number = parts.count
      parts.append(RecordedPart(name: name))
    }
    if !registered.contains(number) { registered.append(number) }
    parts[number].state = state
    gather()
    return (number, old)
  }

  /// Gives stores other states, by name. Returns what may be the last reference to objects of the app.
  func restore(_ states: [String: State]) -> [State?] {
    var old = spread()
    for number in parts.indices {
      guard let state = states[parts[number].name] else { continue }
      old.append(parts[number].state)
      parts[number].state = state
    }
    gather()
    return old
  }

  /// Removes a store. Its last state stays, as a part of later states in the log.
  func remove(_ number: Int) {
    _ = spread()
    registered.removeAll { $0 == number }
    parts[number].state = parts[number].state ?? AbsentState()
    gather()
  }
}

/// Finds the states that may have changed, at no cost that grows with them: the same bytes in place, and so the same
/// storage behind them, mean the same value.
final class StateComparison {
  /// The most parts of a state that are looked at.
  private static let partLimit = 200

  /// Types whose values never hold an object.
  private var valueTypes: Set<ObjectIdentifier> = []

  /// Whether the value may differ from an earlier one.
  func mayDiffer(_ new: any Encodable & Sendable, from old: any Encodable & Sendable) -> Bool {
    guard !(new is Reflection), Self.hasSameBytes(new, old) else { return true }
    var rest = Self.partLimit
    return mayHoldObject(new, &rest)
  }

  private static func hasSameBytes<New, Old>(_ new: New, _ old: Old) -> Bool {
    guard New.self == Old.self, !(New.self is AnyClass) else { return false }
    return withUnsafeBytes(of: new) { new in
      withUnsafeBytes(of: old) { old in
        guard let one = new.baseAddress, let other = old.baseAddress else { return true }
        return memcmp(one, other, new.count) == 0
      }
    }
  }

  /// Whether the value holds an object, whose content changes while the value's bytes stay; or was not looked at.
  private func mayHoldObject(_ value: Any, _ rest: inout Int) -> Bool {
    let type = type(of: value)
    if isValueType(type) { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary, .optional: break
    // Such a mirror need not show everything.
    case .struct, .enum, .tuple: if value is any CustomReflectable { return true }
    // A function keeps objects.
    default: return true
    }
    for child in mirror.children {
      rest -= 1
      if rest <= 0 || mayHoldObject(child.value, &rest) { return true }
    }
    let isFixed = mirror.displayStyle == .struct || mirror.displayStyle == .tuple
    if isFixed, isWhole(type, mirror),
      mirror.children.allSatisfy({ isValueType(Swift.type(of: $0.value)) })
    {
      valueTypes.insert(ObjectIdentifier(type))
    }
    return false
  }

  /// Whether values of the type are known to hold no object.
  private func isValueType(_ type: any Any.Type) -> Bool {
    if valueTypes.contains(ObjectIdentifier(type)) { return true }
    let isValueType =
      if let container = type as? any Container.Type {
        container.parts.allSatisfy(isValueType)
      } else {
        isTrivial(type) || Self.isOfSystem(type)
      }
    if isValueType { valueTypes.insert(ObjectIdentifier(type)) }
    return isValueType
  }

  /// Whether the type is a structure of the system that behaves as a value, whatever is behind it.
  private static func isOfSystem(_ type: any Any.Type) -> Bool {
    guard !(type is AnyClass) else { return false }
    if type == String.self || type == Substring.self || type == Character.self { return true }
    let name = String(reflecting: type)
    return name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
  }
}

/// Whether the parts of a value make up all of it. A part that the type declares as `any P` takes more room than the
/// value that is there, and may be an object another time.
private func isWhole(_ type: any Any.Type, _ mirror: Mirror) -> Bool {
  func layout<T>(_: T.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<T>.size, MemoryLayout<T>.alignment)
  }
  var end = 0
  for child in mirror.children {
    let kind: any Any.Type = Swift.type(of: child.value)
    let part = layout(kind)
    end = (end + part.alignment - 1) / part.alignment * part.alignment + part.size
  }
  return end == layout(type).size
}

/// Whether values of the type are only their bytes.
private func isTrivial(_ type: any Any.Type) -> Bool {
  func isTrivial<T>(_: T.Type) -> Bool { _isPOD(T.self) }
  return isTrivial(type)
}

/// A type of the standard library whose values hold values of others.
private protocol Container {
  static var parts: [any Any.Type] { get }
}

extension Optional: Container {
  static var parts: [any Any.Type] { [Wrapped.self] }
}

extension Array: Container {
  static var parts: [any Any.Type] { [Element.self] }
}

extension Set: Container {
  static var parts: [any Any.Type] { [Element.self] }
}

extension Dictionary: Container {
  static var parts: [any Any.Type] { [Key.self, Value.self] }
}
