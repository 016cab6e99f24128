/// A key that was read from a shape or a map, or a position in a list.
struct AnyKey: CodingKey {
  let intValue: Int?
  /// Nil for a position: its text is made when an error asks for it, not for every element.
  private let text: String?
  /// Whether it is a dictionary's key, and so a part of the value.
  let isEntry: Bool

  var stringValue: String { text ?? "Index \(intValue ?? 0)" }

  init(_ text: String) {
    self.text = text
    isEntry = false
    intValue = nil
  }

  init(entry text: String) {
    self.text = text
    isEntry = true
    intValue = nil
  }

  init(index: Int) {
    text = nil
    isEntry = false
    intValue = index
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    self.init(index: intValue)
  }
}
