import PlayheadInspector
import PlayheadValues

/// Counts the lines of held-back output, to see whether it fits on one screen.
struct PagedOutput {
  /// The lines of the terminal, without the one for the next prompt.
  let height: Int
  var used = 0

  init?(_ console: Console) {
    guard console.pages, console.watchesOutput, console.canMove, console.terminal.isInputTerminal,
      console.form == .text, let height = console.terminal.height
    else { return nil }
    self.height = height - 1
  }
}

extension Console {
  /// Runs `body`. On a terminal, output that does not fit on one screen goes to a pager. Returns `nil` if
  /// the user leaves the pager before the end.
  func paged<Result>(_ body: () throws -> Result) throws -> Result? {
    page = PagedOutput(self)
    let result: Result?
    do {
      let complete = try body()
      try flush()
      result = complete
    } catch OutputError.closed where isPaging {
      result = nil
    } catch {
      try closePager()
      throw error
    }
    try closePager()
    return result
  }

  /// Ends work whose output nobody reads, because the user has left the pager.
  func checkPager() throws(OutputError) {
    if isPaging, !terminal.pagerIsRunning { throw .closed }
  }

  /// Counts the lines of `text` before they are printed, and opens the pager if there are too many.
  func count(_ text: StyledText) {
    guard var output = page else { return }
    for line in text.lines { output.used += max(1, (line.columns + width - 1) / width) }
    page = output
    if output.used > output.height { openPager() }
  }

  private func openPager() {
    page = nil
    // If the user has already typed the next command, the pager must not read it.
    isPaging = !terminal.hasLineWaiting && terminal.openPager()
  }

  private func closePager() throws {
    page = nil
    guard isPaging else { return }
    try? flush()
    isPaging = false
    guard terminal.closePager() else { throw PagerError() }
  }
}

/// The pager's program could not be started. The shell has printed the reason.
struct PagerError: ErrorWithKind {
  let failureKind = FailureKind.unusable
  let description =
    "the pager cannot be started; set PAGER to another program, or use '--no-pager'"
}
