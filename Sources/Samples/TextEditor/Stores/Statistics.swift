/// The length of the text.
package struct Statistics: Codable, Sendable, Equatable {
  /// The number of Unicode scalars.
  package private(set) var scalars: Int

  /// The number of lines. A text that ends in a newline has an empty last line; an empty text has one.
  package private(set) var lines: Int

  /// The number of runs of scalars between white space.
  package private(set) var words: Int

  /// The statistics of a text. Costs O(1), because the text counts while it is edited.
  package init(of text: TextBuffer) {
    scalars = text.measure.scalars
    lines = text.measure.newlines + 1
    words = text.measure.words
  }
}
