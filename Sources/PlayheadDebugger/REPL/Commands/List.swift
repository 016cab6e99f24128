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
    "A handler is shown by the file and line that added it to its store. The lines that make the action are found by "
      + "searching for the type's name in the sources of the program's package."
  ]
  let examples = [Example("list", "the handlers of the current action")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard let action = try session.presentAction() else {
      throw DebugError.noStep(before: session.position)
    }
    let handlers = try session.ask(HandlersRequest(of: session.position))
    let makers =
      session.console.terminal.programFile.flatMap { try? BuiltProgram(file: $0) }
      .map { SourceLines(making: action.type.name, in: $0.package).places } ?? []
    let console = session.console
    let json: JSON = [
      "type": action.type.name, "makers": makers,
      "handlers": handlers.map { ["store": $0.store, "place": $0.place] as JSON }.asJSON,
    ]
    try console.show(json) {
      var table = Table([.left, .left])
      for handler in handlers { table.add(["\(handler.store)", "\(handler.place)"]) }
      for maker in makers { table.add(["made by", "\(maker)"]) }
      if handlers.isEmpty { try console.print("no store handles '\(action.type.name)'") }
      try console.print(table)
    }
  }
}

/// The lines in a package's sources that create an action, found by the name of its type.
private struct SourceLines {
  /// Places like `Sources/Shop/CartView.swift:12`, at most ``limit``.
  let places: [String]

  /// More places than you would read.
  private static let limit = 20

  init(making type: String, in package: String) {
    let name = type.split(separator: ".").last.map(String.init) ?? type
    let sources = URL(fileURLWithPath: package).appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".swift") }
    var places: [String] = []
    for path in paths.sorted() where places.count < Self.limit {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.contains("\(name)(")
      else { continue }
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where Self.makes(name, line) {
        places.append("\(path.dropFirst(package.count + 1)):\(number + 1)")
      }
    }
    self.places = Array(places.prefix(Self.limit))
  }

  /// Whether the line calls the initializer, or makes the enum's case, outside a comment.
  private static func makes(_ name: String, _ line: Substring) -> Bool {
    guard let call = line.firstRange(of: "\(name)(") else { return false }
    let before = line[..<call.lowerBound]
    let isWord = before.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    // A case is declared, or compared with, and not made.
    let isCase = before.split { $0.isWhitespace || $0 == "." }.last == "case"
    return !isWord && !isCase && !before.contains("//")
  }
}
