import Foundation
import PlayheadFlux
import PlayheadReplay
import PlayheadTerminal

/// Texts that do harm on a page that takes them for more than text: scripts, elements, addresses, codes of terminals,
/// marks of direction, and names that the objects of JavaScript have already.
enum Hostile {
  static let texts = [
    "</script><script>window.pwned = 1</script>", "<img src=x onerror=\"window.pwned = 2\">",
    "<svg onload='window.pwned = 3'><iframe src=\"javascript:parent.pwned = 4\"></iframe>",
    "javascript:window.pwned = 5", "<!-- <script> --><![CDATA[", "*/ window.pwned = 6 /*",
    "'\"`${window.pwned = 7}\\", "</style><style>@import 'https://example.invalid/8'</style>",
    "<link rel=stylesheet href=https://example.invalid/9><a href='javascript:pwned = 9'>here</a>",
    "\u{1B}]0;title\u{7}\u{1B}[31m\u{9B}2J\u{0}\u{7F}\u{85}",
    "\u{202E}\u{2067}\u{61C}\u{200E}\u{2028}\u{2029}\u{AD}\u{180E}\u{FEFF}\u{FFF9}\u{E0001}",
    "\r\n&lt;b&gt;\u{FFFD}\u{FFFF}\u{10FFFF}é\u{301}👩‍👧", "",
    // Signs that make one character with the mark before or after them.
    "\u{600}</script>\u{600}<meta http-equiv=refresh content='0;url=https://example.invalid/11'>",
    "<\u{338}/script><\u{338}b id=pwned>", "\u{600}\\",
  ]

  /// Keys of dictionaries.
  static let names =
    ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "polluted", "0"] + texts

  static let word = texts.joined()

  /// Pictures that try to run scripts or to load something, that are none, and that are too large for a page.
  static let pictures: [Picture?] = [
    nil, .svg(document("<script>window.pwned = parent.pwned = 20</script>")),
    .svg(document("<image href='data:,' onerror='parent.pwned = 21'/>", "onload='top.pwned = 22'")),
    .svg(
      document(
        "<foreignObject width='9' height='9'><iframe xmlns='http://www.w3.org/1999/xhtml' "
          + "src='javascript:top.pwned = 23'/></foreignObject>")),
    .svg(
      document(
        "<style>@import 'https://example.invalid/24'; * { fill: url(https://example.invalid/25) }</style>"
          + "<image href='https://example.invalid/26'/><use href='https://example.invalid/27#a'/>")),
    .svg(
      "<?xml-stylesheet href='https://example.invalid/28'?><!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
        + document("<text>&a;</text>")),
    .svg("<html><script>parent.pwned = 29</script></html>"), .svg(""), .svg(word), nil,
    .png(Data()), .png(Data(document("", "onload='top.pwned = 30'").utf8)),
    .png(Data([0x89]) + Data("PNG\r\n\u{1A}\n".utf8)),
    .svg(document(String(repeating: "<g/>", count: 300_000))),
    .png(Data(count: 2 << 20)), .svg(document("")),
  ]

  private static func document(_ content: String, _ attributes: String = "") -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' \(attributes)>\(content)</svg>"
  }
}

/// An app of which every name and value is hostile.
struct HostileApp: TerminalApp, ReplayDetails {
  static let appName = "hostile " + Hostile.word
  static let commandHelp = "say, forget"

  struct Say: Action {
    static let actionName = "Say " + Hostile.word
    var text: String
    var names: [String: String]
  }

  struct Forget: Action {
    static let actionName = "__proto__"
    var name: String
  }

  /// What was said last, for each name.
  typealias Said = [String: String]

  struct Heard: Codable, Sendable {
    var texts: [String] = []
    var constructor = ["polluted": "yes"]

    enum CodingKeys: String, CodingKey {
      case texts = "</script><img src=x onerror=\"window.pwned = 10\">\u{202E}"
      case constructor
    }
  }

  let dispatcher: Dispatcher
  private let said = Store("__proto__", Said())
  private let heard = Store("constructor", Heard())
  private let last = Store("store " + Hostile.word, "")

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    said
      .on(Say.self) { said, say in said.merge(say.names) { $1 } }
      .on(Forget.self) { said, forget in said[forget.name] = nil }
    heard.on(Say.self) { heard, say in heard.texts.append(say.text) }
    last.on(Say.self) { last, say in last = say.text }
    try dispatcher.register(said, heard, last)
  }

  var view: String { last.state + Hostile.word }

  /// Another one after each text.
  var picture: Picture? { Hostile.pictures[heard.state.texts.count % Hostile.pictures.count] }

  func perform(_ line: String) throws -> String? { throw CommandError(Self.commandHelp) }
}
