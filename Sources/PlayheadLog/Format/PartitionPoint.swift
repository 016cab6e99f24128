extension RandomAccessCollection {
  /// Where a collection that is in order has its first element that `isBehind`, as have all after it;
  /// its end if it has none. Takes the logarithm of its length.
  package func partitionPoint(_ isBehind: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if isBehind(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
