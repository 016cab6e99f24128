import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `list`: shows where the source code handles and makes the action.
struct ListREPLCommand: REPLCommand {
  let name = "list"
  let summary =
    "Shows where the source handles the current action, and where it makes such actions."
  let details = [
    "A handler is shown by the file and line that added it to its store, the reducer of an app with its own store by "
      + "its entry. The lines that make the action, or match it in a 'switch', are found by searching for the type's "
      + "name in the sources of the program's package."
  ]
  let examples = [Example("list", "the handlers of the current action")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard let action = try session.presentAction() else {
      throw DebugError.noStep(before: session.position)
    }
    let handlers = try session.ask(HandlersRequest(of: session.position))
    let lines = session.console.terminal.programFile.flatMap { try? BuiltProgram(file: $0) }
      .map { SourceLines(with: action.type.name, in: $0.package) }
    let (makers, matches) = (lines?.makers ?? [], lines?.matches ?? [])
    let console = session.console
    let json: JSON = [
      "type": action.type.name, "makers": makers, "matches": matches,
      "handlers": handlers.map { ["store": $0.store, "place": $0.place] as JSON }.asJSON,
    ]
    try console.show(json) {
      var table = Table([.left, .left])
      for handler in handlers { table.add(["\(handler.store)", "\(handler.place)"]) }
      for match in matches { table.add(["matched by", "\(match)"]) }
      for maker in makers { table.add(["made by", "\(maker)"]) }
      if handlers.isEmpty { try console.print("no store handles '\(action.type.name)'") }
      try console.print(table)
    }
  }
}

/// The lines in a package's sources that make an action or match it, found by the name of its type.
private struct SourceLines {
  /// Places like `Sources/Shop/CartView.swift:12`, at most ``limit``.
  private(set) var makers: [String] = []
  /// The same where the type or the enum's case is in a pattern.
  private(set) var matches: [String] = []

  /// More places than you would read.
  private static let limit = 20

  init(with type: String, in package: String) {
    let name = type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? type
    let sources = URL(fileURLWithPath: package).appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".swift") }
    for path in paths.sorted() {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.contains(name)
      else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        guard let use = Use(of: name, in: line) else { continue }
        let place = "\(path.dropFirst(package.count + 1)):\(number + 1)"
        switch use {
        case .making where makers.count < Self.limit: makers.append(place)
        case .matching where matches.count < Self.limit: matches.append(place)
        default: break
        }
      }
    }
  }

  private enum Use {
    case making, matching

    /// How the line uses a type, or with a small first letter an enum's case; nil if it only mentions it.
    init?(of name: String, in line: Substring) {
      guard let place = line.firstRange(of: name) else { return nil }
      let (before, after) = (line[..<place.lowerBound], line[place.upperBound...])
      guard !before.contains("//"), before.last?.isPartOfName != true,
        after.first?.isPartOfName != true
      else { return nil }
      let words = before.split(whereSeparator: \.isWhitespace)
      if name.first?.isLowercase == true {
        guard before.last == "." else { return nil }
        self = words.contains("case") ? .matching : .making
      } else if let word = words.last, ["is", "as", "as?", "as!"].contains(word) {
        self = .matching
      } else if after.first == "(", words.last != "case" {
        self = .making
      } else {
        return nil
      }
    }
  }
}

extension Character {
  /// Whether it can be within a name in Swift.
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
