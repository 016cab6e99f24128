import Foundation
import PlayheadDebugger
import Testing

@Suite struct TranscriptTests {
  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../fixtures/transcripts").standardized

  static let topics = [
    "record", "info", "log", "show", "state", "diff", "check-and-verify", "without-the-app", "help",
  ]

  /// With `PLAYHEAD_REWRITE_TRANSCRIPTS` set the files are written instead of compared; the test
  /// then fails, so that nobody takes the run for a check.
  @Test(arguments: topics) func `what is typed is answered as before`(topic: String) throws {
    let file = Self.directory.appendingPathComponent("\(topic).txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let actual = try Transcript(parsing: expected).replay(on: desk(for: topic))
    if ProcessInfo.processInfo.environment["PLAYHEAD_REWRITE_TRANSCRIPTS"] != nil {
      try actual.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(file.lastPathComponent) was rewritten; look at what changed")
    } else {
      #expect(actual == expected)
    }
  }

  @Test func `every transcript is replayed`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    let texts = files.filter { $0.hasSuffix(".txt") }
    #expect(Set(texts) == Set(Self.topics.map { "\($0).txt" }))
  }

  private func desk(for topic: String) throws -> Desk {
    let desk = try Desk()
    for name in ["letter.json", "letter.keys"] {
      try desk.write(Data(contentsOf: Self.directory.appendingPathComponent(name)), to: name)
    }
    #expect(desk.playhead("record text-editor -i letter.json -o letter.playhead").code == .good)
    try Raffle.record(to: desk.path("raffle.playhead"))
    try Raffle.record(to: desk.path("open.playhead"), closes: false)
    let whole = try desk.bytes("raffle.playhead")
    try desk.write(whole[..<(whole.count / 2)], to: "half.playhead")
    if topic == "without-the-app" { desk.apps = [] }
    return desk
  }
}

/// Calls (`$`), what is typed (`>`) or piped (`<`) into them, and what they answer; lines of
/// standard error begin with `!`, and an end that is not well is in brackets.
struct Transcript {
  private struct Call {
    var words: String
    var input: [String] = []
    var isTyped = false
  }

  private var lines: [(text: String, call: Call?)] = []

  init(parsing text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ playhead ") {
        lines.append((line, Call(words: String(line.dropFirst("$ playhead ".count)))))
      } else if line.hasPrefix("# ") {
        lines.append((line, nil))
      } else if line.hasPrefix("< ") || line.hasPrefix("> ") {
        lines[lines.count - 1].call?.input.append(String(line.dropFirst(2)))
        lines[lines.count - 1].call?.isTyped = line.hasPrefix("> ")
      }
    }
  }

  func replay(on desk: Desk) -> String {
    lines.map { line in
      guard let call = line.call else { return line.text + "\n" }
      let mark = call.isTyped ? "> " : "< "
      let input = call.input.map { mark + $0 + "\n" }.joined()
      return "\(line.text)\n" + input + answer(to: call, on: desk)
    }.joined(separator: "\n")
  }

  private func answer(to call: Call, on desk: Desk) -> String {
    let terminal = MemoryTerminal(input: call.input.map { $0 + "\n" }.joined())
    terminal.isInputTerminal = call.isTyped
    let outcome = desk.playhead(call.words, on: terminal)
    let errors = outcome.error.split(separator: "\n").map { "! \($0)\n" }.joined()
    let end = outcome.code == .good ? "" : "[ends with \(outcome.code.rawValue)]\n"
    let output =
      outcome.output.isEmpty || outcome.output.hasSuffix("\n")
      ? outcome.output : outcome.output + "⏎\n"
    return timeless(output + errors) + end
  }

  /// Without what is this device's or this build of LZ4's: locale, time zone, sizes.
  private func timeless(_ text: String) -> String {
    var text = text
    for (pattern, replacement) in [
      ("(?m)^(device +).*$", "$1(this one)"),
      (#"[0-9,.]+ k?B, [0-9,.]+ bytes per action"#, "N B, N bytes per action"),
      (#""bytes":[0-9]+,"bytesPerAction":[0-9.]+"#, #""bytes":N,"bytesPerAction":N"#),
      (#""locale":"[^"]*","timeZone":"[^"]*""#, #""locale":"…","timeZone":"…""#),
      (#"at byte [0-9,]+"#, "at byte N"),
    ] {
      text = text.replacingOccurrences(
        of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }
}
