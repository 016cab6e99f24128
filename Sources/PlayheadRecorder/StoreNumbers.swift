import PlayheadFlux
import PlayheadLog

/// Numbers stores by their names, in the order in which they first came; a number never changes.
struct StoreNumbers {
  /// The stores that there have been so far, by number; the last one of each name.
  private(set) var all: [any AnyStore]
  /// The numbers of those that are registered, by their place in the dispatcher.
  private var registered: [Int]
  private var numbers: [String: Int] = [:]
  /// Whether places are numbers.
  private var isPlain = true

  /// The stores with which a recording begins.
  init(_ stores: [any AnyStore]) {
    all = stores
    registered = Array(stores.indices)
    for (number, store) in stores.enumerated() { numbers[store.name] = number }
  }

  /// Numbers of stores, from their places in the dispatcher.
  func numbers(at places: [Int]) -> [Int] {
    isPlain ? places : places.map { registered[$0] }.sorted()
  }

  /// Goes on with the stores that are registered now; nil if they are the same.
  mutating func change(to stores: [any AnyStore]) -> Roster? {
    let known = all.count
    var arrived: [Int] = []
    let next = stores.map { store in
      let number = number(of: store)
      // Another store of a known name has a state of its own as well.
      if all[number] !== store || number >= known { arrived.append(number) }
      all[number] = store
      return number
    }
    guard next != registered || !arrived.isEmpty else { return nil }
    registered = next
    isPlain = next.elementsEqual(next.indices)
    return Roster(
      step: .initial, stores: all.map(\.name), registered: registered, arrived: arrived)
  }

  private mutating func number(of store: any AnyStore) -> Int {
    if let known = numbers[store.name] { return known }
    numbers[store.name] = all.count
    all.append(store)
    return all.count - 1
  }
}
