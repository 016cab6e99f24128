/// Numbers things in the order of their first use, by a key.
package struct Numbering<Key: Hashable, Thing> {
  package private(set) var all: [Thing] = []
  private var numbers: [Key: Int] = [:]

  package init() {}

  /// The number of the thing with this key. Calls `thing` if the key is new.
  package mutating func number(of key: Key, _ thing: @autoclosure () -> Thing) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = all.count
    all.append(thing())
    return all.count - 1
  }
}

extension Numbering where Key == Thing {
  package mutating func number(of thing: Thing) -> Int { number(of: thing, thing) }
}
