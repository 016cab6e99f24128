/// Keeps the elements of an array that were looked into, so that the next comparison need not look
/// again: what changed is likely to change once more.
struct ElementMemory {
  /// How many elements an array remembers. As many as a person changes at once, and then some.
  static let limit = 32

  private let old: Kept?
  private let new: Kept?
  private let count: (old: Int, new: Int)
  private var elements: [Int: Part] = [:]

  init(_ old: ListParts, _ new: ListParts) {
    self.old = old.access == nil ? nil : old.kept
    self.new = new.access == nil ? nil : new.kept
    count = (old.count, new.count)
  }

  /// An element of the new list that changed.
  mutating func note(_ part: Part, at place: Int) {
    guard new != nil, case .kept = part, elements.count < Self.limit else { return }
    elements[place] = part
  }

  /// Gives the new list what changed, and what the old one remembers of elements before and after that.
  func takeOver(_ oldMiddle: Range<Int>, _ newMiddle: Range<Int>) {
    guard let new else { return }
    var elements = elements
    for (place, part) in old?.elements ?? [:] where elements.count < Self.limit {
      if place < oldMiddle.lowerBound {
        elements[place] = part
      } else if place >= oldMiddle.upperBound {
        elements[place - count.old + count.new] = part
      }
    }
    new.elements = elements
  }
}
