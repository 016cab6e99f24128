package import PlayheadDebugger

/// A terminal in memory: what was written can be read, what is to be read is given.
package final class MemoryTerminal: Terminal {
  package var output: [UInt8] = []
  package var error: [UInt8] = []
  package var writes = 0
  package var input: [UInt8]
  /// How many bytes one read gives.
  package var readSize = 5
  package var terminals: Set<OutputStream> = []
  package var isInputTerminal = false
  package var width: Int?
  package var height: Int?
  package var variables: [String: String] = [:]
  /// After so many bytes of output the reader goes away.
  package var outputLimit = Int.max
  /// What is to happen when the program is told to end.
  package var interrupted: (@Sendable () -> String)?
  /// How often it was told so.
  package private(set) var interruptCount = 0
  /// How it is to end then.
  package var interruptedCode: ExitCode?
  /// What Ctrl-C raises, if the program goes on then.
  package var interruptFlag: InterruptFlag?
  /// Whether Ctrl-C is pressed as soon as a command goes on then.
  package var isImpatient = false
  /// What happens while a command waits.
  package var paused: ((MemoryTerminal) -> Void)?
  /// What happens after each write.
  package var written: ((MemoryTerminal) -> Void)?
  /// What happens before each read.
  package var beforeRead: ((MemoryTerminal) -> Void)?
  /// What is typed into lines that can be edited: a tab completes, `^C` as the last of a line cancels
  /// it. Nil where lines cannot be edited.
  package var typing: [String]?
  /// The prompts and lines as a person would see them.
  package var editedLines: [String] = []
  /// What was offered at the last tab that left a choice.
  package var offered: [String] = []
  /// Whether there is a pager.
  package var hasPager = false
  /// What each pager got.
  package private(set) var paged: [String] = []
  private var pagerIsOpen = false
  /// The bytes after which the reader leaves a pager.
  package var pagerLimit = Int.max

  /// The file of the program that a command may start; there is none.
  package var programFile: String?

  package init(input: String = "") {
    self.input = Array(input.utf8)
  }

  /// Somebody types these lines, each of which is read for itself.
  package convenience init(typed lines: String...) {
    self.init(input: lines.map { $0 + "\n" }.joined())
    isInputTerminal = true
    beforeRead = { $0.readSize = ($0.input.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1 }
  }

  /// A pipe with these lines, each of which is read for itself, and Ctrl-C is pressed behind some.
  package convenience init(piped lines: [String], interrupted: [Bool] = []) {
    self.init(input: lines.map { $0 + "\n" }.joined())
    var rest = interrupted[...]
    beforeRead = {
      $0.readSize = ($0.input.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
      if rest.popFirst() == true { $0.interruptFlag?.raise() }
    }
  }

  /// A terminal on which somebody edits these lines.
  package convenience init(editing lines: [String]) {
    self.init()
    (isInputTerminal, typing, terminals) = (true, lines, [.output, .error])
  }

  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: error, as: UTF8.self) }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to stream: OutputStream
  ) throws(OutputError) {
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

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    beforeRead?(self)
    let count = min(readSize, input.count, buffer.count)
    buffer.copyBytes(from: input.prefix(count))
    input.removeFirst(count)
    return count
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

  package func closePager() { pagerIsOpen = false }

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
