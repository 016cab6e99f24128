/// A key that was read from a shape or a map, or a position in a list.
package struct AnyKey: CodingKey {
  package let intValue: Int?
  /// Nil for a position: its text is made when an error asks for it, not for every element.
  private let text: String?
  /// Whether it is the key of a dictionary: data, as values are, which no error may show.
  package let isData: Bool

  package var stringValue: String { text ?? "Index \(intValue ?? 0)" }

  package init(_ text: String) {
    self.text = text
    intValue = nil
    isData = false
  }

  /// The key of a dictionary's entry.
  package init(entry text: String) {
    self.text = text
    intValue = nil
    isData = true
  }

  package init(index: Int) {
    text = nil
    intValue = index
    isData = false
  }

  package init?(stringValue: String) {
    self.init(stringValue)
  }

  package init?(intValue: Int) {
    self.init(index: intValue)
  }
}
