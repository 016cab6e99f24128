extension Diff {
  /// The second of the two values as Swift, as `Value.swiftText` has it, each line after a margin in
  /// which `*` marks what changed. What is gone leaves no line to mark.
  ///
  /// `value` must be that second value; the result is undefined for another.
  package func markedText(of value: Value, options: PrintOptions) -> String {
    ValuePrinter(options: options).layout(whole: value, named: "", difference)
      // The margin is two columns.
      .rows(limit: options.width - 2).map { $0.line(isColored: options.isColored) }
      .joined(separator: "\n")
  }
}

extension PrintLayout.Row {
  fileprivate func line(isColored: Bool) -> String {
    guard isChanged else { return "  " + text }
    // ANSI's yellow: neither new as a whole nor gone.
    return isColored ? "\u{1B}[33m* \(text)\u{1B}[0m" : "* " + text
  }
}
