import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// Numbers stores by name, in the order of their arrival; a number never changes. A class, because reading a
/// value for each action would count references.
final class StoreNumbers {
  /// The names of all stores so far, by number.
  private var names: [String]
  /// The sources of their states, by number; of stores with the same name, the last one's.
  private(set) var sources: [StateSource]
  /// The numbers of the registered stores, by their place in the dispatcher.
  private var registered: [Int]
  private var numbers: [String: Int] = [:]
  /// Whether places and numbers are the same.
  @exclusivity(unchecked) private var isPlain = true

  /// The stores with which a recording begins.
  init(_ stores: [any ErasedStore]) {
    names = stores.map(\.name)
    for (number, name) in names.enumerated() { numbers[name] = number }
    sources = stores.map { .registered($0) }
    registered = Array(stores.indices)
  }

  /// The store numbers for places in the dispatcher.
  @inline(__always)
  func numbers(at places: [Int]) -> [Int] {
    isPlain ? places : places.map { registered[$0] }.sorted()
  }

  /// Continues with the stores that are registered now; returns `nil` if they are the same.
  func change(to stores: [any ErasedStore]) -> StoreList? {
    let known = names.count
    var arrived: [Int] = []
    let next = stores.map { store in
      let number = number(of: store)
      // A store that comes back, or takes a known name, also brings its own state.
      if number >= known || !sources[number].isState(of: store) { arrived.append(number) }
      return number
    }
    guard next != registered || !arrived.isEmpty else { return nil }
    for number in Set(registered).subtracting(next) { sources[number].detach() }
    for (store, number) in zip(stores, next) { sources[number] = .registered(store) }
    registered = next
    isPlain = next.elementsEqual(next.indices)
    return StoreList(step: .initial, stores: names, registered: registered, arrived: arrived)
  }

  /// Gives stores that were unregistered other states, by name.
  func setStatesOfGoneStores(_ states: [String: any Encodable & Sendable]) {
    for (number, name) in names.enumerated() {
      guard case .gone = sources[number], let state = states[name] else { continue }
      sources[number] = .gone(state)
    }
  }

  private func number(of store: any ErasedStore) -> Int {
    if let known = numbers[store.name] { return known }
    numbers[store.name] = names.count
    names.append(store.name)
    sources.append(.registered(store))
    return names.count - 1
  }
}

/// The source of the state of a numbered store.
enum StateSource {
  case registered(any ErasedStore)
  /// The last state of a store that was unregistered; the app owns the store.
  case gone(any Encodable & Sendable)

  /// The current state.
  var state: any Encodable & Sendable {
    switch self {
    case .registered(let store): store.anyState
    case .gone(let state): state
    }
  }

  /// Whether the log has the state of this very store.
  func isState(of store: any ErasedStore) -> Bool {
    if case .registered(let known) = self { known === store } else { false }
  }

  /// Keeps only the state.
  mutating func detach() {
    if case .registered(let store) = self { self = .gone(store.anyState) }
  }
}

/// Numbers action types; finds the last type by one comparison.
struct TypeNumbers {
  private var named = Numbering<ActionType, ActionType>()
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var last: (type: ObjectIdentifier, number: Int)?
  /// For enums, and for actions of single stores.
  private var shaped: [ShapedAction: Int] = [:]
  /// The types that are enums.
  private var enums: Set<ObjectIdentifier> = []

  /// What the name of an action depends on that is an enum, or that one store handles.
  private struct ShapedAction: Hashable {
    let type: ObjectIdentifier
    let shape: Int
    let store: String?
  }

  /// More than that is forgotten: shapes have ever new numbers.
  private static let mostShaped = 4_096

  var all: [ActionType] { named.all }

  /// The number of a type that the app names itself, whatever its Swift type.
  mutating func number(of type: ActionType) -> Int { named.number(of: type) }

  mutating func number(of type: any Any.Type, name: () -> ActionType) -> Int {
    let id = ObjectIdentifier(type)
    if let last, last.type == id { return last.number }
    let number = numbers[id] ?? named.number(of: name())
    numbers[id] = number
    last = (id, number)
    return number
  }

  /// The number of the type of an action that names no type; of its case if it is an enum that is encoded by
  /// case.
  mutating func number<Action>(
    ofTypeOf action: Action, _ shape: Int, in store: String?, _ shapes: () -> Shape
  ) -> Int {
    // A subclass's, if the action is an object.
    let type: any Any.Type = Swift.type(of: action)
    let id = ObjectIdentifier(type)
    if store == nil {
      if let last, last.type == id { return last.number }
      if !enums.contains(id) {
        if numbers[id] != nil || enumCaseName(of: action) == nil {
          return number(of: type) { ActionType(name: stableName(of: type)) }
        }
        enums.insert(id)
      }
    }
    let shaped = ShapedAction(type: id, shape: shape, store: store)
    if let number = self.shaped[shaped] { return number }
    let name = ActionType(named: stableName(of: type), cases: caseNames(of: action, as: shapes()))
    if self.shaped.count >= Self.mostShaped { self.shaped = [:] }
    let number = named.number(of: name.sent(to: store))
    self.shaped[shaped] = number
    return number
  }
}

/// Numbers sets of stores; finds the last set by one comparison.
struct StoreSetNumbers {
  private var numbers = Numbering<[Int], [Int]>()
  private var last = -1

  var all: [[Int]] { numbers.all }

  mutating func number(of stores: [Int]) -> Int {
    if last < 0 || all[last] != stores { last = numbers.number(of: stores) }
    return last
  }
}
