import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
package import PlayheadValues

/// Where a command reads and writes: buffered lines over a ``Terminal``.
///
/// Results go to standard output, everything else to standard error. Output is collected into large
/// writes; it is flushed when the command ends, before input is read, before anything is written to
/// standard error, and after each piece if a person is watching.
///
/// All that is written is escaped here, the program's own looks aside: no name and no value can steer the
/// terminal. A ``StyledText`` keeps what is interpolated into it from beginning a line as well.
package final class Console {
  /// One write per this many bytes: what a pipe holds on Linux.
  private static let bufferSize = 65_536
  /// The width where there is no terminal to ask: what every terminal has.
  private static let usualWidth = 80
  /// No script through a pipe is as long, let alone a line, and a device may go on for ever. Round in the
  /// units that sentences name it in.
  package static let usualInputLimit = 256_000_000

  let terminal: any Terminal
  /// The bytes that are read of an input without a length, at most.
  let inputLimit: Int
  let watchesOutput: Bool
  /// Whether the terminal can move the caret.
  let canMove: Bool
  private var buffer: [UInt8] = []
  private var transientLine: String?
  private var said: Set<String> = []
  var input = InputBuffer()
  /// The form in which answers are wanted.
  var form = OutputForm.text
  /// Whether long output goes to a pager.
  var pages = true
  /// What is held back until it is known to need a pager; `nil` where it is not held back.
  var page: HeldPage?
  /// Whether a pager has the terminal.
  var isPaging = false
  private let showsTransientLines: Bool

  /// Whether text on standard output may be colored: by ``ColorUse/automatic`` if it goes to a terminal that can, and
  /// `NO_COLOR` is not set, or if `CLICOLOR_FORCE` is.
  package private(set) var usesColor: Bool
  /// Whether lines that come and go may be shown on standard error.
  package var showsProgress: Bool { showsTransientLines && !isPaging }

  /// A console over `terminal`, which reads inputs of up to `inputLimit` bytes to their end.
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

  /// Decides whether text is colored.
  func use(_ color: ColorUse) {
    usesColor = color == .always || color == .automatic && Self.usesColor(terminal)
  }

  /// How many columns there are to write on.
  package var width: Int { terminal.width ?? Self.usualWidth }

  /// Whether a person types the input, and so wants to be prompted.
  package var isInteractive: Bool { terminal.isInputTerminal }

  /// Writes `text` and the end of the line to standard output.
  package func print(_ text: StyledText) throws(OutputError) {
    count(text)
    append(text)
    buffer.append(UInt8(ascii: "\n"))
    try flushIfDue()
  }

  /// Writes an entry of a list to standard output: on a terminal, as much of it as fits on one line.
  func printEntry(_ text: StyledText) throws(OutputError) {
    try print(watchesOutput ? text.cut(to: width) : text)
  }

  /// Writes the lines of a table to standard output.
  package func print(_ table: Table) throws(OutputError) {
    for line in table.styledLines { try print(line) }
  }

  /// Writes `value` to standard output as one line of JSON. (A literal that could be JSON or text is text.)
  @_disfavoredOverload
  package func print(_ value: JSON) throws(OutputError) {
    buffer.append(contentsOf: value.text.visibleJSON.utf8)
    buffer.append(UInt8(ascii: "\n"))
    try flushIfDue()
  }

  /// Writes `text` to standard output.
  package func write(_ text: StyledText) throws(OutputError) {
    count(text)
    append(text)
    try flushIfDue()
  }

  /// Writes `text` to standard output to the byte; but a person's terminal is sent no control characters.
  func write(raw text: String) throws(OutputError) {
    buffer.append(contentsOf: (watchesOutput ? text.visibleLines : text).utf8)
    try flushIfDue()
  }

  /// Writes a warning to standard error, unless it was written before.
  func sayOnce(_ text: StyledText) throws(OutputError) {
    if said.insert(text.plain).inserted { try printError(text) }
  }

  /// Writes `text` and the end of the line to standard error, at once.
  package func printError(_ text: StyledText) throws(OutputError) {
    try flush()
    try eraseTransientLine()
    try writeError(text.plain.printable + "\n")
  }

  /// Writes `value` and the end of the line to standard error, at once.
  @_disfavoredOverload
  func printError(_ value: JSON) throws(OutputError) {
    try flush()
    try eraseTransientLine()
    try writeError(value.text.visibleJSON + "\n")
  }

  /// Hands everything written so far to the system.
  package func flush() throws(OutputError) {
    guard !buffer.isEmpty else { return }
    if watchesOutput { try eraseTransientLine() }
    // Emptied first: what could not be written once is not tried again.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    try send(bytes, to: .output)
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &buffer)
  }

  /// Shows `text` on standard error until the next output replaces it; nothing if no terminal is
  /// there.
  func showTransientLine(_ text: String) throws(OutputError) {
    guard showsProgress, text != transientLine else { return }
    // Work that takes so long shows what it found.
    try flush()
    // The last column is left free, because some terminals go to the next line when it is filled.
    try writeError(Self.beginning + text.visible.prefix(width - 1) + Self.eraseToEndOfLine)
    transientLine = text
  }

  /// Takes the transient line away.
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
    if watchesOutput && page == nil || buffer.count >= Self.bufferSize { try flush() }
  }

  private func writeError(_ text: String) throws(OutputError) {
    try send(Array(text.utf8), to: .error)
  }

  private func send(_ bytes: [UInt8], to stream: OutputStream) throws(OutputError) {
    // A closure's typed error does not pass through `withUnsafeBytes`.
    let result = bytes.withUnsafeBytes { pointer -> Result<Void, OutputError> in
      Result { () throws(OutputError) in try terminal.write(pointer, to: stream) }
    }
    try result.get()
  }
}

/// When text is colored.
enum ColorUse: String, CaseIterable {
  case automatic = "auto"
  case always, never
}

/// The form in which answers are wanted.
package enum OutputForm: Sendable {
  /// For a person.
  case text
  /// For a program: a line of JSON for each answer, or each part of one.
  case json
}

/// An answer in both forms.
protocol Shown {
  /// For a program, on one line.
  var json: JSON { get throws }
  /// For a person.
  func print(on console: Console) throws
}

extension Console {
  /// Shows an answer in the form that is wanted.
  func show(_ answer: some Shown) throws {
    try show(answer.json) { try answer.print(on: self) }
  }

  /// Shows an answer as JSON, or does what prints it for a person.
  func show(_ json: @autoclosure () throws -> JSON, text: () throws -> Void) throws {
    switch form {
    case .json: try print(json())
    case .text: try text()
    }
  }

  /// Does what is for a person alone.
  @discardableResult func inText<T>(_ body: () throws -> T) rethrows -> T? {
    form == .text ? try body() : nil
  }
}

extension Console {
  /// Asks for a line: a person with an editor where there is one, else as lines come. What is read from a
  /// pipe is shown after the prompt, so that the output reads as a session.
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
