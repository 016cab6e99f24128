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
