import PlayheadFlux
import PlayheadRecorder
import PlayheadTerminal
import PlayheadReplay

/// What a terminal might act on, and a line break with what looks like a line of the program's behind it.
enum Evil {
  static let word =
    "evil\u{1B}]0;title\u{7}\u{1B}[31m\u{9B}2J\u{7F}\u{85}\u{202E}\u{2067}\u{61C}\u{200E}\u{2028}\r\n\(forged)"
  /// The same as somebody can type it into a line.
  static let typed = "evil\u{1B}[31m\u{9B}2J\u{7F}\u{202E}\u{2067}\u{61C}\u{200E}"
  static let forged = "FORGED"

  /// What of the bytes a terminal might act on; nil if it is nothing. `isColored` are the program's own looks.
  static func complaint(about bytes: [UInt8], isColored: Bool) -> String? {
    guard var text = String(validating: bytes, as: UTF8.self) else { return "it is not UTF-8" }
    if isColored { text = text.replacing(/\u{1B}\[(0|1|2|31|32|33|36)m/, with: "") }
    for scalar in text.unicodeScalars where steers(scalar) {
      return
        "it has U+\(String(scalar.value, radix: 16, uppercase: true)): \(text.debugDescription)"
    }
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.contains { $0.hasPrefix(forged) } ? "a line is forged: \(text)" : nil
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// An app of which every name and value is evil.
struct Hostile: TerminalApp {
  static let appName = Evil.word
  static let commandHelp = "say TEXT"
  static let store = "store " + Evil.word

  struct Say: Action {
    static let actionName = "Say " + Evil.word
    var text: String
    var names: [String: Int]

    enum CodingKeys: String, CodingKey {
      case text = "evil\u{1B}[31m\u{9B}2J\u{202E}\r\nFORGED"
      case names
    }
  }

  struct Said: Codable, Sendable {
    var texts: [String] = []
    var counts: [String: Int] = [:]

    enum CodingKeys: String, CodingKey {
      case texts = "evil\u{1B}[31m\u{9B}2J\u{202E}\r\nFORGED"
      case counts
    }
  }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store(Self.store, Said()).on(Say.self) { said, action, context in
        said.texts.append(action.text)
        said.counts.merge(action.names) { $0 + $1 }
        _ = context.random(in: 0...9)
      })
  }

  var view: String { "something was said" }

  func perform(_ line: String) throws -> String? {
    guard line.hasPrefix("say ") else { throw CommandError("there is no '\(line)'") }
    dispatcher.dispatch(Say(text: line, names: [line: 1]))
    return nil
  }

  /// Records a session with notes and a gap, of which each word is evil; as another app's if it has a name.
  static func record(to path: String, as name: String = appName) throws {
    let app = try Hostile(inputs: .seeded())
    let recorder = try app.dispatcher.record(
      to: path, app: name, build: Evil.word, clock: ManualClock(), options: .exact)
    recorder.mark(Evil.word)
    for _ in 1...3 { app.dispatcher.dispatch(Say(text: Evil.word, names: [Evil.word: 1])) }
    recorder.pause()
    app.dispatcher.dispatch(Say(text: Evil.word, names: [:]))
    recorder.resume()
    app.dispatcher.dispatch(Say(text: Evil.typed, names: [:]), cause: app.dispatcher.lastTurn)
    try recorder.close()
  }
}
