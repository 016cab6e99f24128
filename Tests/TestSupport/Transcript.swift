package import Foundation
import PlayheadDebugger

/// Calls (`$`), their typed (`>`) or piped (`<`) input, and their output. Lines of standard error begin with
/// `!`. An exit code other than 0 is in brackets.
///
/// A call of `debug` is shown as a session: the text after each prompt is the input. You can write just `>`
/// for a new prompt. `^C` at the end of a line interrupts the command.
package struct Transcript {
  private struct Call {
    var words: String
    var input: [String] = []
    var isTyped = false

    /// Whether the output contains the input.
    var isREPL: Bool { words.hasPrefix("debug ") && !words.contains("--json") }
  }

  private let file: URL
  private let expected: String
  private var lines: [(text: String, call: Call?)] = []

  package init(at file: URL) throws {
    self.init(try String(contentsOf: file, encoding: .utf8), of: file)
  }

  /// A transcript from a part of `file`.
  package init(_ text: String, of file: URL) {
    self.file = file
    expected = text
    for line in expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ playhead ") {
        lines.append((line, Call(words: String(line.dropFirst("$ playhead ".count)))))
      } else if let input = lines.last?.call.flatMap({ Self.input(line, of: $0) }) {
        lines[lines.count - 1].call?.input.append(input)
      } else if line.hasPrefix("# ") {
        lines.append((line, nil))
      } else if line.hasPrefix("< ") || line.hasPrefix("> ") {
        lines[lines.count - 1].call?.input.append(String(line.dropFirst(2)))
        lines[lines.count - 1].call?.isTyped = line.hasPrefix("> ")
      }
    }
  }

  /// The input in a line of a session; `nil` for a line of output.
  private static func input(_ line: String, of call: Call) -> String? {
    guard call.isREPL else { return nil }
    return line.firstMatch(of: prompt).map { String($0.output.4 ?? "") }
  }

  nonisolated(unsafe) private static let prompt =
    /^((?:branch )?#[0-9]+\/[0-9]+( [0-9]+%)?( [+-][0-9.dhm]+s)?)?>(?: (.*))?$/

  /// Replays the calls on `desk`. Returns the first difference; `nil` if there is none.
  ///
  /// If `PLAYHEAD_REWRITE_TRANSCRIPTS` is set, rewrites the file instead, and returns a sentence that says
  /// so.
  package func complaint(on desk: Desk) throws -> String? {
    try complaint { desk.playhead($0, on: $1) }
  }

  /// The transcript with the calls' current output on `desk`.
  package func answered(on desk: Desk) throws -> String {
    try replay { desk.playhead($0, on: $1) }
  }

  /// Replays the calls with `answer`, which gets the words and a terminal with the input.
  package func complaint(
    answering answer: (_ call: String, _ terminal: MemoryTerminal) throws -> Outcome
  ) throws -> String? {
    let actual = try replay(answer)
    guard ProcessInfo.processInfo.environment["PLAYHEAD_REWRITE_TRANSCRIPTS"] == nil else {
      try actual.write(to: file, atomically: true, encoding: .utf8)
      return "\(file.lastPathComponent) was rewritten; look at what changed"
    }
    return actual == expected ? nil : difference(actual)
  }

  private func difference(_ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(old, new).prefix { $0 == $1 }.count
    let call = new.prefix(same + 1).last { $0.hasPrefix("$ ") } ?? ""
    return """
      line \(same + 1) of \(file.lastPathComponent), in the answer to '\(call)':
      expected: \(same < old.count ? old[same] : "(the end)")
      actual:   \(same < new.count ? new[same] : "(the end)")
      """
  }

  private typealias Answer = (_ call: String, _ terminal: MemoryTerminal) throws -> Outcome

  private func replay(_ answer: Answer) throws -> String {
    try lines.map { line in
      guard let call = line.call else { return line.text + "\n" }
      if call.isREPL { return try "\(line.text)\n" + conversation(call, answer) }
      let mark = call.isTyped ? "> " : "< "
      let input = call.input.map { mark + $0 + "\n" }.joined()
      return try "\(line.text)\n" + input + self.answer(to: call, answer)
    }.joined(separator: "\n")
  }

  private func answer(to call: Call, _ answer: Answer) throws -> String {
    let terminal = MemoryTerminal(input: call.input.map { $0 + "\n" }.joined())
    // Reads all input at once.
    terminal.readSize = 65_536
    terminal.isInputTerminal = call.isTyped
    return try self.answer(to: call, answer, terminal)
  }

  private func answer(
    to call: Call, _ answer: Answer, _ terminal: MemoryTerminal
  ) throws -> String {
    let outcome = try answer(call.words, terminal)
    let errors = outcome.error.split(separator: "\n").map { "! \($0)\n" }.joined()
    let end = outcome.code == .good ? "" : "[ends with \(outcome.code.rawValue)]\n"
    let output =
      outcome.output.isEmpty || outcome.output.hasSuffix("\n")
      ? outcome.output : outcome.output + "⏎\n"
    return timeless(output + errors) + end
  }

  private func conversation(_ call: Call, _ answer: Answer) throws -> String {
    let marks = call.input.map { $0.hasSuffix("^C") }
    let typed = zip(call.input, marks).map { $1 ? String($0.dropLast(2)) : $0 }
    let terminal = MemoryTerminal(piped: typed, interrupted: marks)
    var number = 0
    return try self.answer(to: call, answer, terminal)
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard line.contains(Self.prompt) else { return String(line) }
        number += 1
        return marks[number - 1] ? line + "^C" : String(line)
      }.joined(separator: "\n")
  }

  /// Replaces text that depends on the device or on LZ4's build: locale, time zone, sizes, checksums.
  private func timeless(_ text: String) -> String {
    var text = text
    for (pattern, replacement) in [
      ("(?m)^(device +).*$", "$1(this one)"),
      (#"[0-9,.]+ k?B, [0-9,.]+ bytes per action"#, "N B, N bytes per action"),
      (#"(?<![0-9,.])[0-9][0-9,]* B(?![a-z])"#, "N B"),
      (#""bytes":[0-9]+,"bytesPerAction":[0-9.]+"#, #""bytes":N,"bytesPerAction":N"#),
      (#""actions":([0-9]+),"bytes":[0-9]+"#, #""actions":$1,"bytes":N"#),
      ("checksum is [0-9a-f]{8}", "checksum is C"), ("bytes give [0-9a-f]{8}", "bytes give D"),
      (#""locale":"[^"]*","timeZone":"[^"]*""#, #""locale":"…","timeZone":"…""#),
      (#"at byte [0-9,]+"#, "at byte N"),
    ] {
      text = text.replacingOccurrences(
        of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }
}
