import PlayheadCoding

/// What stands for the numbers of a column, and back.
extension NumberColumn {
  /// What stands for the numbers, and the list in front; nil if there is no such list.
  static func relate(
    _ numbers: [UInt64], _ relation: Relation
  ) -> (numbers: [UInt64], list: ByteBuffer)? {
    let list = ByteBuffer()
    switch relation {
    case .same: return (numbers, list)
    case .signed: return (numbers.map(zigzag), list)
    case .difference: return (differences(numbers, over: 1).map(zigzag), list)
    case .secondDifference:
      return (differences(differences(numbers, over: 1), over: 1).map(zigzag), list)
    case .overNext: return (differences(numbers, over: 2).map(zigzag), list)
    case .dictionary:
      var places: [UInt64: UInt64] = [:]
      var different: [UInt64] = []
      for number in numbers where places[number] == nil {
        places[number] = UInt64(different.count)
        different.append(number)
        if different.count > dictionaryLimit { return nil }
      }
      // Two numbers to a place are the least that can save anything.
      guard different.count * 2 <= numbers.count else { return nil }
      list.append(varint: different.count)
      for number in different { list.append(varint: number) }
      return (numbers.map { places[$0] ?? 0 }, list)
    }
  }

  private static func differences(_ numbers: [UInt64], over distance: Int) -> [UInt64] {
    numbers.indices.map { index in
      numbers[index] &- (index < distance ? 0 : numbers[index - distance])
    }
  }

  /// Makes numbers of what stands for them.
  static func resolve(
    _ numbers: inout [UInt64], _ relation: Relation, _ list: [UInt64], at position: Int
  ) throws(ByteFault) {
    switch relation {
    case .same: break
    case .signed: for index in numbers.indices { numbers[index] = unzigzag(numbers[index]) }
    case .difference: add(&numbers, over: 1)
    case .overNext: add(&numbers, over: 2)
    case .secondDifference:
      add(&numbers, over: 1)
      var sum: UInt64 = 0
      for index in numbers.indices {
        sum &+= numbers[index]
        numbers[index] = sum
      }
    case .dictionary:
      for index in numbers.indices {
        guard numbers[index] < UInt64(list.count) else {
          throw ByteFault.malformed("a place in a column's list", at: position)
        }
        numbers[index] = list[Int(numbers[index])]
      }
    }
  }

  /// Turns zigzag differences into numbers.
  private static func add(_ numbers: inout [UInt64], over distance: Int) {
    for index in numbers.indices {
      let before = index < distance ? 0 : numbers[index - distance]
      numbers[index] = before &+ unzigzag(numbers[index])
    }
  }

  private static func zigzag(_ number: UInt64) -> UInt64 {
    let signed = Int64(bitPattern: number)
    return UInt64(bitPattern: (signed << 1) ^ (signed >> 63))
  }

  private static func unzigzag(_ raw: UInt64) -> UInt64 {
    (raw >> 1) ^ (0 &- (raw & 1))
  }
}
