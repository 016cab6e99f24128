/// Finds what differs between two collections without order, of which one is mostly a copy of the
/// other.
///
/// A copy that was changed keeps its entries where they were, unless it grew. So both are walked side
/// by side, and a look-up is made only where they are out of step.
struct UnorderedWalk<Entry> {
  /// In both by the type's own `==`, and not the same in memory.
  private(set) var changed: [(old: Entry, new: Entry)] = []
  private(set) var removed: [Entry] = []
  private(set) var added: [Entry] = []

  /// - Parameters:
  ///   - isSameKey: Whether two entries have keys of the same bits.
  ///   - isSame: Whether two entries hold the same bits for their keys.
  ///   - inOld: The old entry with the key of a new one.
  ///   - inNew: The new entry with the key of an old one.
  mutating func compare<Entries: Collection<Entry>>(
    _ old: Entries, _ new: Entries, isSameKey: (Entry, Entry) -> Bool,
    isSame: (Entry, Entry) -> Bool, inOld: (Entry) -> Entry?, inNew: (Entry) -> Entry?
  ) {
    var (olds, news) = (old.makeIterator(), new.makeIterator())
    var (one, other) = (olds.next(), news.next())
    while let a = one, let b = other {
      if isSameKey(a, b) {
        if !isSame(a, b) { changed.append((a, b)) }
        (one, other) = (olds.next(), news.next())
      } else if inNew(a) == nil {
        removed.append(a)
        one = olds.next()
      } else if inOld(b) == nil {
        added.append(b)
        other = news.next()
      } else {
        break
      }
    }
    // From here on they are in another order, or only one is left.
    while let a = one {
      if let b = inNew(a) {
        if !isSameKey(a, b) || !isSame(a, b) { changed.append((a, b)) }
      } else {
        removed.append(a)
      }
      one = olds.next()
    }
    while let b = other {
      if inOld(b) == nil { added.append(b) }
      other = news.next()
    }
  }
}
