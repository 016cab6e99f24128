import PlayheadLog

/// Numbers action types; the type that came last is found by one comparison.
struct TypeNumbers {
  private(set) var all: [ActionType] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var last: (type: ObjectIdentifier, number: Int)?
  private var named: [ActionType: Int] = [:]

  /// The number of a type that the app names itself, whatever its Swift type.
  mutating func number(of type: ActionType) -> Int {
    if let known = named[type] { return known }
    named[type] = all.count
    all.append(type)
    return all.count - 1
  }

  mutating func number(of type: any Any.Type, name: () -> ActionType) -> Int {
    let id = ObjectIdentifier(type)
    if let last, last.type == id { return last.number }
    let number = numbers[id] ?? self.number(of: name())
    numbers[id] = number
    last = (id, number)
    return number
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
