import PlayheadFlux
import PlayheadLog

/// Numbers stores by name, in the order of their arrival; a number never changes. A class, because reading a value for each
/// action would count references.
final class StoreNumbers {
  /// The names of the stores that there have been so far, by number.
  private var names: [String]
  /// Where their states are, by number; those of the last one of each name.
  private(set) var sources: [StateSource]
  /// The numbers of those that are registered, by their place in the dispatcher.
  private var registered: [Int]
  private var numbers: [String: Int] = [:]
  /// Whether places are numbers.
  @exclusivity(unchecked) private var isPlain = true

  /// The stores with which a recording begins, by the numbers that their names have in the log.
  init(_ stores: [any ErasedStore], names: [String]) {
    self.names = names
    for (number, name) in names.enumerated() { numbers[name] = number }
    sources = [StateSource](repeating: .absent, count: names.count)
    registered = []
    for store in stores {
      guard let number = numbers[store.name] else { continue }
      sources[number] = .registered(store)
      registered.append(number)
    }
    isPlain = registered.elementsEqual(registered.indices)
  }

  /// Numbers of stores, from their places in the dispatcher.
  @inline(__always)
  func numbers(at places: [Int]) -> [Int] {
    isPlain ? places : places.map { registered[$0] }.sorted()
  }

  /// Goes on with the stores that are registered now; nil if they are the same.
  func change(to stores: [any ErasedStore]) -> StoreList? {
    let known = names.count
    var arrived: [Int] = []
    let next = stores.map { store in
      let number = number(of: store)
      // Another store of a known name has a state of its own as well.
      if number >= known || !sources[number].isState(of: store) { arrived.append(number) }
      return number
    }
    guard next != registered || !arrived.isEmpty else { return nil }
    for number in Set(registered).subtracting(next) { sources[number].letGo() }
    for (store, number) in zip(stores, next) { sources[number] = .registered(store) }
    registered = next
    isPlain = next.elementsEqual(next.indices)
    return StoreList(step: .initial, stores: names, registered: registered, arrived: arrived)
  }

  private func number(of store: any ErasedStore) -> Int {
    if let known = numbers[store.name] { return known }
    numbers[store.name] = names.count
    names.append(store.name)
    sources.append(.registered(store))
    return names.count - 1
  }
}

/// Where the state of a store is that has a number.
enum StateSource {
  case registered(any ErasedStore)
  /// An earlier recording into the same log had it.
  case absent
  /// Its state does not change any more; the app owns the store.
  case gone(Departed)

  /// A store that was unregistered, and may come back.
  struct Departed {
    weak let store: (any ErasedStore)?
    let state: any Codable & Sendable
  }

  /// The present state.
  var state: any Encodable & Sendable {
    switch self {
    case .absent: AbsentState()
    case .registered(let store): store.anyState
    case .gone(let departed): departed.state
    }
  }

  /// Whether the log has the state of this very store.
  func isState(of store: any ErasedStore) -> Bool {
    switch self {
    case .registered(let known): known === store
    case .gone(let departed): departed.store === store
    case .absent: false
    }
  }

  /// Keeps the state alone.
  mutating func letGo() {
    guard case .registered(let store) = self else { return }
    self = .gone(Departed(store: store, state: store.anyState))
  }
}

/// Numbers action types; the type that came last is found by one comparison.
struct TypeNumbers {
  private var named = Numbering<ActionType, ActionType>()
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var last: (type: ObjectIdentifier, number: Int)?

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
}

/// Numbers sets of stores; the set that came last is found by one comparison.
struct StoreSetNumbers {
  private var numbers = Numbering<[Int], [Int]>()
  private var last = -1

  var all: [[Int]] { numbers.all }

  mutating func number(of stores: [Int]) -> Int {
    if last < 0 || all[last] != stores { last = numbers.number(of: stores) }
    return last
  }
}
