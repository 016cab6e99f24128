/// How much there is to read.
package struct Statistics: Codable, Sendable, Equatable {
  /// Unicode scalars.
  package private(set) var scalars: Int

  /// Lines; a text that ends in a newline has an empty last one, and an empty text has one.
  package private(set) var lines: Int

  /// Runs of scalars between white space.
  package private(set) var words: Int

  /// The statistics of a text. The text keeps count of itself as it is edited, so this costs O(1).
  package init(of text: TextBuffer) {
    scalars = text.measure.scalars
    lines = text.measure.newlines + 1
    words = text.measure.words
  }
}
