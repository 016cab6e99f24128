/// A key from a shape or a map, or a position in a list.
package struct AnyKey: CodingKey {
  package let intValue: Int?
  /// `nil` for a position: an error makes its text, not every element.
  private let text: String?
  /// Whether it is a dictionary's key, which is data that errors must not show.
  package let isData: Bool

  package var stringValue: String { text ?? "Index \(intValue ?? 0)" }

  package init(_ text: String, isData: Bool = false) {
    (self.text, intValue, self.isData) = (text, nil, isData)
  }

  package init(index: Int) {
    (text, intValue, isData) = (nil, index, false)
  }

  package init(stringValue: String) { self.init(stringValue) }

  package init(intValue: Int) { self.init(index: intValue) }
}
