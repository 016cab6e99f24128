import PlayheadLog

/// Numbers action types; the type that came last is found by one comparison.
struct TypeNumbers {
  private(set) var all: [ActionType] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var last: (type: ObjectIdentifier, number: Int)?

  mutating func number(of type: any Any.Type, name: () -> ActionType) -> Int {
    let id = ObjectIdentifier(type)
    if let last, last.type == id { return last.number }
    let number = numbers[id] ?? add(id, name())
    last = (id, number)
    return number
  }

  private mutating func add(_ id: ObjectIdentifier, _ name: ActionType) -> Int {
    numbers[id] = all.count
    all.append(name)
    return all.count - 1
  }
}

/// Numbers sets of stores; the set that came last is found by one comparison.
struct StoreSetNumbers {
  private(set) var all: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  private var last = -1

  mutating func number(of stores: [Int]) -> Int {
    if last >= 0, all[last] == stores { return last }
    last = numbers[stores] ?? add(stores)
    return last
  }

  private mutating func add(_ stores: [Int]) -> Int {
    numbers[stores] = all.count
    all.append(stores)
    return all.count - 1
  }
}
