import PlayheadInspector
import PlayheadValues

extension Console {
  /// The lines of output that need no pager; `nil` if there is none for it.
  private var screenLines: Int? {
    guard pages, watchesOutput, canMove, terminal.isInputTerminal, form == .text else { return nil }
    // Without the line for the next prompt.
    return terminal.height.map { $0 - 1 }
  }

  /// Runs `body`. On a terminal, output that does not fit on one screen goes to a pager. Returns `nil` if
  /// the user leaves the pager before the end.
  func paged<Result>(_ body: () throws -> Result) throws -> Result? {
    linesLeft = screenLines
    do {
      let result = try body()
      try flush()
      try closePager()
      return result
    } catch OutputError.closed where isPaging {
      try closePager()
      return nil
    } catch {
      try closePager()
      throw error
    }
  }

  /// Ends work whose output nobody reads, because the user has left the pager.
  func checkPager() throws(OutputError) {
    if isPaging, !terminal.pagerIsRunning { throw .closed }
  }

  /// Counts the lines of `text` before they are printed, and opens the pager if there are too many.
  func count(_ text: StyledText) {
    guard let left = linesLeft else { return }
    let used = text.lines.reduce(0) { $0 + max(1, ($1.columns + width - 1) / width) }
    linesLeft = left - used
    if used > left { openPager() }
  }

  private func openPager() {
    linesLeft = nil
    // If the user has already typed the next command, the pager must not read it.
    isPaging = !terminal.hasLineWaiting && terminal.openPager()
  }

  private func closePager() throws {
    linesLeft = nil
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
