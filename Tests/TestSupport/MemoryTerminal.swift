package import PlayheadInspector
package import PlayheadDebugger

/// A terminal in memory. Tests provide the input and read the output.
package final class MemoryTerminal: Terminal {
  package var output: [UInt8] = []
  package var error: [UInt8] = []
  package var writes = 0
  package var input: [UInt8]
  /// The bytes per read.
  package var readSize = 5
  package var terminals: Set<OutputStream> = []
  package var isInputTerminal = false
  package var width: Int?
  package var height: Int?
  package var variables: [String: String] = [:]
  /// The bytes of output after which the reader closes the pipe.
  package var outputLimit = Int.max
  /// Runs when a signal ends the program.
  package var interrupted: (@Sendable () -> String)?
  /// How often ``interrupt()`` was called.
  package private(set) var interruptCount = 0
  /// The exit code after a signal.
  package var interruptedCode: ExitCode?
  /// The flag that Ctrl-C raises instead of ending the program.
  package var interruptFlag: InterruptFlag?
  /// Whether to raise the flag as soon as a command sets it.
  package var isImpatient = false
  /// Runs while a command waits.
  package var paused: ((MemoryTerminal) -> Void)?
  /// Runs after each write.
  package var written: ((MemoryTerminal) -> Void)?
  /// Runs before each read.
  package var beforeRead: ((MemoryTerminal) -> Void)?
  /// The keys for the line editor, one text per line. A tab completes; `^C` at the end cancels the line.
  /// `nil` for a terminal without a line editor.
  package var typing: [String]?
  /// The prompts and lines as the user sees them.
  package var editedLines: [String] = []
  /// The completions at the last tab that had several.
  package var offered: [String] = []
  /// Whether there is a pager.
  package var hasPager = false
  /// Whether the pager's program can be started.
  package var pagerStarts = true
  /// The output that each pager got.
  package private(set) var paged: [String] = []
  private var pagerIsOpen = false
  /// The bytes after which the user leaves a pager.
  package var pagerLimit = Int.max

  /// The program for a command's processes; `nil` by default.
  package var programFile: String?

  package init(input: String = "") {
    self.input = Array(input.utf8)
  }

  /// A terminal on which a user types these lines. Each read returns one line.
  package convenience init(typed lines: String...) {
    self.init(input: lines.map { $0 + "\n" }.joined())
    isInputTerminal = true
    beforeRead = { $0.readSize = ($0.input.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1 }
  }

  /// A pipe with these lines. Each read returns one line, and presses Ctrl-C where `interrupted` is true.
  package convenience init(piped lines: [String], interrupted: [Bool] = []) {
    self.init(input: lines.map { $0 + "\n" }.joined())
    var rest = interrupted[...]
    beforeRead = {
      $0.readSize = ($0.input.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
      if rest.popFirst() == true { $0.interruptFlag?.raise() }
    }
  }

  /// A terminal on which a user edits these lines.
  package convenience init(editing lines: [String]) {
    self.init()
    (isInputTerminal, typing, terminals) = (true, lines, [.output, .error])
  }

  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: error, as: UTF8.self) }

  package func write(_ bytes: [UInt8], to stream: OutputStream) throws(OutputError) {
    writes += 1
    switch stream {
    case .output:
      guard output.count + bytes.count <= outputLimit else { throw .closed }
      if pagerIsOpen {
        guard paged[paged.count - 1].utf8.count + bytes.count <= pagerLimit else { throw .closed }
        paged[paged.count - 1] += String(decoding: bytes, as: UTF8.self)
      }
      output += bytes
    case .error:
      error += bytes
    }
    written?(self)
  }

  package func read() throws(InputError) -> [UInt8] {
    beforeRead?(self)
    let bytes = Array(input.prefix(readSize))
    input.removeFirst(bytes.count)
    return bytes
  }

  package func editLine(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws(InputError) -> EditedLine? {
    guard let keys = typing?.first else { return typing == nil ? nil : .end }
    typing?.removeFirst()
    var line = ""
    for key in keys { line = key == "\t" ? completed(line, completing(line)) : line + String(key) }
    editedLines.append("\(prompt.text) \(line)")
    return line.hasSuffix("^C") ? .cancelled : .line(line)
  }

  private func completed(_ line: String, _ completion: Completion) -> String {
    if completion.words.count > 1 { offered = completion.words }
    let end = completion.words.count == 1 ? completion.end.map(String.init) ?? "" : ""
    return line.dropLast(completion.typed.count) + completion.common + end
  }

  package func openPager() -> Bool {
    if hasPager { paged.append("") }
    pagerIsOpen = hasPager
    return hasPager
  }

  package var pagerIsRunning: Bool { pagerIsOpen }

  package func closePager() -> Bool {
    pagerIsOpen = false
    return pagerStarts
  }

  package func isTerminal(_ stream: OutputStream) -> Bool { terminals.contains(stream) }

  package func environment(_ name: String) -> String? { variables[name] }

  package func whenInterrupted(_ body: (@Sendable () -> String)?, code: ExitCode?) {
    interrupted = body
    interruptedCode = code
  }

  package func interrupt() {
    interruptCount += 1
    if let interrupted { error += Array((interrupted() + "\n").utf8) }
  }

  package func raiseWhenInterrupted(_ flag: InterruptFlag?) {
    interruptFlag = flag
    if isImpatient { flag?.raise() }
  }

  package func pause(seconds: Double) { paused?(self) }
}
