import Foundation

/// A type whose values can be changed a little, in a random way.
protocol Mutable: Generated {
  mutating func mutate(_ source: inout Seeded)
}

extension Mutable {
  /// By default the whole value is another one.
  mutating func mutate(_ source: inout Seeded) {
    self = .random(&source, depth: 2)
  }
}

extension Int: Mutable {}
extension UInt8: Mutable {}
extension UInt64: Mutable {}
extension Int128: Mutable {}
extension Bool: Mutable {}
extension Double: Mutable {}
extension String: Mutable {}
extension Point: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    if source.chance(50) { x.mutate(&source) } else { y.mutate(&source) }
  }
}
extension Empty: Mutable {}
extension Name: Mutable {}
extension Direction: Mutable {}
extension Loose: Mutable {}

extension Expression: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    switch self {
    case .list(var list):
      list.mutate(&source)
      self = .list(list)
    case .table(var table):
      table.mutate(&source)
      self = .table(table)
    case .sum(let left, var right):
      right.mutate(&source)
      self = .sum(left, right)
    default: self = .random(&source, depth: 2)
    }
  }
}

extension Optional: Mutable where Wrapped: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    guard source.chance(70), var wrapped = self else {
      self = .random(&source, depth: 2)
      return
    }
    wrapped.mutate(&source)
    self = wrapped
  }
}

extension Array: Mutable where Element: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    guard !isEmpty else { return append(.random(&source, depth: 2)) }
    let place = Int.random(in: indices, using: &source)
    switch source.count(to: 10) {
    case 0: insert(.random(&source, depth: 2), at: place)
    case 1: append(.random(&source, depth: 2))
    case 2: remove(at: place)
    case 3: swapAt(place, Int.random(in: indices, using: &source))
    case 4: self = map { $0 }  // the same, elsewhere in memory
    case 5: shuffle(using: &source)
    case 6:
      for place in indices where source.chance(30) { self[place].mutate(&source) }
    default: self[place].mutate(&source)
    }
  }
}

extension Set: Mutable where Element: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    switch source.count(to: 4) {
    case 0: if let element = randomElement(using: &source) { remove(element) }
    case 1: self = Set(shuffled(using: &source))
    case 2: reserveCapacity(count * 4)
    default: insert(.random(&source, depth: 2))
    }
  }
}

extension Dictionary: Mutable where Key: Mutable, Value: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    guard let key = keys.randomElement(using: &source) else {
      return self[.random(&source, depth: 1)] = .random(&source, depth: 2)
    }
    switch source.count(to: 6) {
    case 0: removeValue(forKey: key)
    case 1: self = Dictionary(uniqueKeysWithValues: shuffled(using: &source))
    case 2: reserveCapacity(count * 4)
    case 3: self[.random(&source, depth: 1)] = .random(&source, depth: 2)
    default: self[key]?.mutate(&source)
    }
  }
}

extension Mixed: Mutable {
  mutating func mutate(_ source: inout Seeded) {
    switch source.count(to: 21) {
    case 0: number.mutate(&source)
    case 1: byte.mutate(&source)
    case 2: wide.mutate(&source)
    case 3: flag.toggle()
    case 4: real.mutate(&source)
    case 5: text.mutate(&source)
    case 6: maybe.mutate(&source)
    case 7: perhaps.mutate(&source)
    case 8: loose.mutate(&source)
    case 9: point.mutate(&source)
    case 10: name.mutate(&source)
    case 11: names.mutate(&source)
    case 12: sets.mutate(&source)
    case 13: byText.mutate(&source)
    case 14: byNumber.mutate(&source)
    case 15: byDirection.mutate(&source)
    case 16: byPoint.mutate(&source)
    case 17: byName.mutate(&source)
    case 18: optionals.mutate(&source)
    case 19: nested.mutate(&source)
    case 20: expression.mutate(&source)
    default:
      text.mutate(&source)
      nested.mutate(&source)
      byPoint.mutate(&source)
    }
  }
}
