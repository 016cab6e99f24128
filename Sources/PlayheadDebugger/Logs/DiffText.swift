import PlayheadCoding

/// A diff as text for the console: coloured where that shows.
struct DiffText {
  private let options: PrintOptions

  init(_ options: PrintOptions) {
    self.options = options
  }

  func text(_ diff: Diff, _ console: Console) -> String {
    var options = options
    options.isColoured = console.usesColor
    return diff.text(options: options)
  }
}
