extension RandomAccessCollection {
  /// The index of the first element for which `isAfter` is true, or the end. It must be true for all later
  /// elements, too. Logarithmic.
  package func partitionPoint(_ isAfter: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if isAfter(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` with a typed error.
  package func withBytes<T, Fault: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    let result = withUnsafeBytes { bytes -> Result<T, Fault> in
      do throws(Fault) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

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
