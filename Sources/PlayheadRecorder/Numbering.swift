import PlayheadLog

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
