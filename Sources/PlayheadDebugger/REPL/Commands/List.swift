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
    let sources = session.console.terminal.programFile.flatMap { try? BuiltProgram(file: $0) }
      .map { PackageSources(of: $0.package) }
    let handlers = try session.ask(HandlersRequest(of: session.position)).map { handler in
      (handler.store, place: sources?.path(of: handler.place) ?? handler.place)
    }
    let (makers, matches) = sources?.lines(with: action.type.name) ?? ([], [])
    let console = session.console
    let json: JSON = [
      "type": action.type.name, "makers": makers, "matches": matches,
      "handlers": handlers.map { ["store": $0, "place": $1] as JSON }.asJSON,
    ]
    try console.show(json) {
      var table = Table([.left, .left])
      for (store, place) in handlers { table.add(["\(store)", "\(place)"]) }
      for match in matches { table.add(["matched by", "\(match)"]) }
      for maker in makers { table.add(["made by", "\(maker)"]) }
      if handlers.isEmpty { try console.print("no store handles '\(action.type.name)'") }
      try console.print(table)
    }
  }
}

/// The Swift files in a package's sources.
private struct PackageSources {
  private let package: String
  /// Their paths in the package, sorted.
  private let files: [String]

  /// More places than you would read.
  private static let limit = 20

  init(of package: String) {
    self.package = package
    let all = FileManager.default.enumerator(atPath: "\(package)/Sources")
    files = (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { "Sources/\($0)" }.sorted()
  }

  /// `Sources/shop-app/main.swift:12` for `shop_app/main.swift:12`, if there is one such file.
  func path(of place: String) -> String? {
    let parts = place.split(separator: "/", maxSplits: 1)
    let tail = parts.last?.split(separator: ":") ?? []
    guard parts.count == 2, tail.count == 2 else { return nil }
    let found = files.filter { file in
      let folders = file.split(separator: "/").map { folder in
        String(folder.map { $0.isPartOfName ? $0 : "_" })
      }
      return file.hasSuffix("/\(tail[0])") && folders.dropLast().contains(String(parts[0]))
    }
    return found.count == 1 ? "\(found[0]):\(tail[1])" : nil
  }

  /// Lines like `Sources/Shop/CartView.swift:12` that make an action or have its type, or the case of the enum, in
  /// a pattern, found by the name; at most ``limit`` of each.
  func lines(with type: String) -> (makers: [String], matches: [String]) {
    let name = type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? type
    var (makers, matches): ([String], [String]) = ([], [])
    for file in files {
      guard let text = try? String(contentsOfFile: "\(package)/\(file)", encoding: .utf8),
        text.contains(name)
      else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        switch Use(of: name, in: line) {
        case .making?: makers.append("\(file):\(number + 1)")
        case .matching?: matches.append("\(file):\(number + 1)")
        case nil: break
        }
      }
    }
    return (Array(makers.prefix(Self.limit)), Array(matches.prefix(Self.limit)))
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
