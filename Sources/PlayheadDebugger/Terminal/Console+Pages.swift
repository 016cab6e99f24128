import PlayheadValues

/// Output that is held back until it is known whether it fits on one screen.
struct HeldPage {
  /// The lines that the terminal has beside the next prompt.
  let height: Int
  /// The lines so far.
  var used = 0

  init?(_ console: Console) {
    guard console.pages, console.watchesOutput, console.canMove, console.terminal.isInputTerminal,
      console.form == .text, let height = console.terminal.height
    else { return nil }
    self.height = height - 1
  }
}

extension Console {
  /// Does `body`, and gives what it prints to a pager if it does not fit on one screen of a person's terminal.
  /// Returns `nil` if the person leaves the pager before the end.
  func paged<Result>(_ body: () throws -> Result) throws -> Result? {
    page = HeldPage(self)
    defer { closePager() }
    do {
      let result = try body()
      try flush()
      return result
    } catch OutputError.closed where isPaging {
      return nil
    }
  }

  /// Counts lines that are about to be printed, and opens the pager when there are too many.
  func count(_ text: StyledText) {
    guard var held = page else { return }
    for line in text.lines { held.used += max(1, (line.count + width - 1) / width) }
    page = held
    if held.used > held.height { openPager() }
  }

  private func openPager() {
    page = nil
    // The next command, if a person has typed it already, is not for the pager.
    isPaging = !terminal.hasLineWaiting && terminal.openPager()
  }

  private func closePager() {
    page = nil
    guard isPaging else { return }
    try? flush()
    terminal.closePager()
    isPaging = false
  }
}
