package import PlayheadCoding

extension Console {
  /// `text`, which is one line, in `style`.
  package func styled(_ text: String, _ style: Style?) -> StyledText { StyledText(text, style) }
}
