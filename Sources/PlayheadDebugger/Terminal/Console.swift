import PlayheadCoding
import PlayheadReplay
package import PlayheadValues

/// Where a command reads and writes: buffered lines over a ``Terminal``.
///
/// Results go to standard output, everything else to standard error. The console buffers its output. It
/// flushes the buffer at the end of the command, before it reads input, before it writes to standard
/// error, and after each piece if the output is a terminal.
///
/// The console escapes all output except the program's own styles: no name or value can control the
/// terminal. A ``StyledText`` also keeps interpolated text from starting a line.
package final class Console {
  /// The bytes per write: the capacity of a pipe on Linux.
  private static let bufferSize = 65_536
  /// The width without a terminal. Every terminal has this many columns.
  private static let usualWidth = 80
  /// Longer than any script through a pipe, because a device may be endless. A round number in the error
  /// message's units.
  package static let usualInputLimit = 256_000_000

  let terminal: any Terminal
  /// The most bytes to read from an input without a length.
  let inputLimit: Int
  let watchesOutput: Bool
  /// Whether the terminal can move the cursor.
  let canMove: Bool
  private var buffer: [UInt8] = []
  private var transientLine: String?
  var input = InputBuffer()
  var form = OutputForm.text
  /// Whether the stores are in a running app, so that no process of this program has them.
  var usesRunningApp = false
  /// What is wrong with the next answer. If that is an object in JSON, it is a member of it.
  var mismatch: StateMismatch?
  var pages = true
  /// How many lines of held-back output still fit on the screen; `nil` if no output is held back.
  var linesLeft: Int?
  /// Whether a pager has the terminal.
  var isPaging = false
  private let showsTransientLines: Bool

  /// Whether text on standard output is colored. With ``ColorUse/automatic``: if `CLICOLOR_FORCE` is set, or
  /// if the output is a terminal with colors. `NO_COLOR` always turns colors off.
  package private(set) var usesColor: Bool
  /// Whether standard error may show lines that disappear later.
  package var showsProgress: Bool { showsTransientLines && !isPaging }

  /// A console over `terminal` that reads at most `inputLimit` bytes of an input.
  package init(_ terminal: any Terminal, inputLimit: Int = Console.usualInputLimit) {
    let canMove = terminal.environment("TERM") != "dumb"
    self.terminal = terminal
    self.inputLimit = inputLimit
    watchesOutput = terminal.isTerminal(.output)
    self.canMove = canMove
    usesColor = Self.usesColor(terminal)
    showsTransientLines = terminal.isTerminal(.error) && canMove
  }

  private static func usesColor(_ terminal: any Terminal) -> Bool {
    func isSet(_ name: String) -> Bool { !(terminal.environment(name) ?? "").isEmpty }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), terminal.environment("CLICOLOR_FORCE") != "0" { return true }
    return terminal.isTerminal(.output) && terminal.environment("TERM") != "dumb"
  }

  func use(_ color: ColorUse) {
    usesColor = color == .always || color == .automatic && Self.usesColor(terminal)
  }

  package var width: Int { terminal.width ?? Self.usualWidth }

  /// Whether a user types the input, and needs a prompt.
  package var isInteractive: Bool { terminal.isInputTerminal }

  package func print(_ text: StyledText) throws(OutputError) {
    count(text)
    append(text)
    buffer.append(UInt8(ascii: "\n"))
    try flushIfDue()
  }

  /// The columns of an entry of a list; nil if entries have any length, because no terminal shows them.
  var entryWidth: Int? { watchesOutput ? width : nil }

  /// Writes an entry of a list to standard output. On a terminal, cuts it to one line.
  func printEntry(_ text: StyledText) throws(OutputError) {
    try print(watchesOutput ? text.cut(to: width) : text)
  }

  /// Writes a sentence to standard output. On a terminal, breaks it at spaces.
  func printSentence(_ text: String, _ style: Style? = nil) throws(OutputError) {
    let text = watchesOutput ? Wrapping.text(text, width: width) : text
    for line in text.split(separator: "\n") { try print(StyledText(String(line), style)) }
  }

  package func print(_ table: Table) throws(OutputError) {
    for line in table.styledLines { try print(line) }
  }

  /// Writes `answer` to standard output as one line of JSON.
  func print(json answer: some Encodable) throws {
    buffer.append(contentsOf: try JSON(answer).text.visibleJSON.utf8)
    buffer.append(UInt8(ascii: "\n"))
    try flushIfDue()
  }

  package func write(_ text: StyledText) throws(OutputError) {
    count(text)
    append(text)
    try flushIfDue()
  }

  /// Writes `text` to standard output byte for byte, except for control characters on a terminal.
  func write(raw text: String) throws(OutputError) {
    buffer.append(contentsOf: (watchesOutput ? text.visibleLines : text).utf8)
    try flushIfDue()
  }

  /// Writes `text` and the end of the line to standard error, at once. On a terminal, breaks it at spaces.
  package func printError(_ text: StyledText) throws(OutputError) {
    let text = text.plain.printable
    try printErrorLine(terminal.isTerminal(.error) ? Wrapping.text(text, width: width) : text)
  }

  /// Writes `answer` to standard error as one line of JSON, at once.
  func printError(json answer: some Encodable) throws {
    try printErrorLine(JSON(answer).text.visibleJSON)
  }

  private func printErrorLine(_ text: String) throws(OutputError) {
    try flush()
    try eraseTransientLine()
    try writeError(text + "\n")
  }

  package func flush() throws(OutputError) {
    guard !buffer.isEmpty else { return }
    if watchesOutput { try eraseTransientLine() }
    // A failed write is not repeated.
    defer { buffer.removeAll(keepingCapacity: true) }
    try terminal.write(buffer, to: .output)
  }

  /// Shows `text` on standard error until the next output replaces it. Shows nothing without a terminal.
  func showTransientLine(_ text: String) throws(OutputError) {
    guard showsProgress, text != transientLine else { return }
    // Slow work shows its results so far.
    try flush()
    // Leaves the last column free, because some terminals wrap when it is filled.
    try writeError(Self.beginning + text.visible.prefix(columns: width - 1) + Self.eraseToEndOfLine)
    transientLine = text
  }

  func eraseTransientLine() throws(OutputError) {
    guard transientLine != nil else { return }
    transientLine = nil
    try writeError(Self.beginning + Self.eraseToEndOfLine)
  }

  private static let beginning = "\r"
  private static let eraseToEndOfLine = "\u{1B}[K"

  private func append(_ text: StyledText) {
    buffer.append(contentsOf: text.rendered(isColored: usesColor).utf8)
  }

  private func flushIfDue() throws(OutputError) {
    if watchesOutput && linesLeft == nil || buffer.count >= Self.bufferSize { try flush() }
  }

  private func writeError(_ text: String) throws(OutputError) {
    try terminal.write(Array(text.utf8), to: .error)
  }
}

enum ColorUse: String, CaseIterable {
  case automatic = "auto"
  case always, never
}

package enum OutputForm: Sendable {
  case text
  /// JSON for programs: one line per answer, or per part of an answer.
  case json
}

extension Console {
  /// Prints `answer` as JSON, or runs `text`, by the console's form.
  func show<Answer: Encodable>(
    _ answer: @autoclosure () throws -> Answer, text: () throws -> Void
  ) throws {
    guard form == .json else { return try text() }
    let json = try JSON(answer())
    guard case .object = json, let mismatch else { return try print(json: json) }
    self.mismatch = nil
    try print(json: Joined(json, Doubt(otherStates: mismatch)))
  }

  /// What is wrong with an answer.
  private struct Doubt: Encodable {
    let otherStates: StateMismatch
  }

  /// Runs `body` only if the form is text.
  @discardableResult func inText<T>(_ body: () throws -> T) rethrows -> T? {
    form == .text ? try body() : nil
  }
}

extension Console {
  /// Asks for a line, with a line editor if the terminal has one. A line from a pipe is printed after the
  /// prompt, so that the output reads like a session.
  func ask(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws -> EditedLine {
    try flush()
    let shown = usesColor ? prompt : LinePrompt(prompt.text, isRemembered: prompt.isRemembered)
    if isInteractive, watchesOutput, canMove {
      if let line = try terminal.editLine(shown, completing) { return line }
    }
    let text = StyledText(prompt.text, prompt.style)
    if isInteractive {
      try write(text + " ")
      try flush()
      guard let line = try readLine() else {
        try print("")
        return .end
      }
      return .line(line)
    }
    guard let line = try readLine() else { return .end }
    try print(line.isEmpty ? text : "\(text) \(line)")
    return .line(line)
  }
}
