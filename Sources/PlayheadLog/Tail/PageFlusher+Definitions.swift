import PlayheadCoding

/// What the numbers in pages stand for: places in the names of the chunk that is being made.
struct PageNumbers {
  private var types: [UInt64: Int] = [:]
  private var storeSets: [UInt64: Int] = [:]

  func type(_ number: UInt64) throws(ByteFault) -> Int {
    guard let place = types[number] else { throw ByteFault.malformed("a type's number", at: 0) }
    return place
  }

  func storeSet(_ number: UInt64) throws(ByteFault) -> Int {
    guard let place = storeSets[number] else {
      throw ByteFault.malformed("the number of a set of stores", at: 0)
    }
    return place
  }

  mutating func define(type number: UInt64, as place: Int) { types[number] = place }

  mutating func define(storeSet number: UInt64, as place: Int) { storeSets[number] = place }
}

extension PageFlusher {
  /// A page defines all shapes from the first on, because rows refer to each other's; one that
  /// continues another repeats the same ones.
  func takeShape(_ reader: inout ByteReader) throws {
    let shape = try Shape.read(from: &reader)
    defer { shapes += 1 }
    guard shapes < names.shapes.count else { return names.shapes.append(shape) }
    guard names.shapes[shapes].entries == shape.entries else {
      throw ByteFault.malformed("a shape that another page has, too,", at: 0)
    }
  }

  func shape(_ number: UInt64) throws(ByteFault) -> Int {
    guard number < UInt64(names.shapes.count) else {
      throw ByteFault.malformed("a shape's number", at: 0)
    }
    return Int(number)
  }

  func takeType(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    let type = try ActionType(from: &reader)
    numbers.define(type: number, as: Self.place(of: type, in: &names.types))
  }

  func takeStoreSet(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    var stores: [Int] = []
    while !reader.isAtEnd { stores.append(Int(clamping: try reader.varint())) }
    numbers.define(storeSet: number, as: Self.place(of: stores, in: &names.storeSets))
  }

  private static func place<Thing: Equatable>(of thing: Thing, in known: inout [Thing]) -> Int {
    if let place = known.firstIndex(of: thing) { return place }
    known.append(thing)
    return known.count - 1
  }
}
