import PlayheadValues

/// A diff as text for the console.
struct DiffText {
  private let options: PrintOptions

  init(_ options: PrintOptions) {
    self.options = options
  }

  func text(_ diff: Diff) -> StyledText { StyledText(marked: diff.text(options: options)) }
}
