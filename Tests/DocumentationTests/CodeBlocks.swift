import Foundation

/// The Swift code that the documentation shows, and the code of `Examples` that it has to be.
enum CodeBlocks {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../..").standardized

  /// The README, every page of every module's catalog, and every source file with an example in a
  /// documentation comment, by their paths in the package.
  static func pages() throws -> [String] { try allPages.get() }

  private static let allPages: Result<[String], any Error> = Result {
    let folder = root.appending(path: "Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .map { "Sources/" + $0 }
    let sources = try files.filter { $0.hasSuffix(".swift") }
      .filter { try !shown(in: $0).isEmpty }
    return ["README.md"] + files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") } + sources
  }

  /// The blocks of a page between "```swift" and "```".
  static func shown(in page: String) throws -> [String] {
    try parts(of: page, from: "```swift", to: "```")
  }

  /// Every word of the pages, without the lists of links at their ends.
  static func words() throws -> Set<Substring> {
    let texts = try pages().map { page in
      page.hasSuffix(".md")
        ? try String(contentsOf: root.appending(path: page), encoding: .utf8)
        : try shown(in: page).joined(separator: "\n")
    }
    let lines = texts.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("- ``") }
    return Set(lines.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } })
  }

  /// The regions of the examples between "// begin" and "// end", without their indentation.
  static func compiled() throws -> Set<String> { try allRegions.get() }

  private static let allRegions: Result<Set<String>, any Error> = Result {
    let folder = "Tests/DocumentationTests/Examples"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    let regions = try files.filter { $0.hasSuffix(".swift") }.flatMap {
      try parts(of: "\(folder)/\($0)", from: "// begin", to: "// end")
    }
    return Set(regions)
  }

  private static func parts(of file: String, from begin: String, to end: String) throws -> [String]
  {
    let data = try Data(contentsOf: root.appending(path: file))
    // Most source files have none.
    guard data.range(of: Data(begin.utf8)) != nil else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    var parts: [String] = []
    var part: [Substring]?
    var isComment = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch uncommented(line).trimmingCharacters(in: .whitespaces) {
      case begin:
        part = []
        isComment = uncommented(line) != line
      case end:
        if let lines = part { parts.append(unindented(lines)) }
        part = nil
      // The code's own comments stay as they are.
      default: part?.append(isComment ? uncommented(line) : line)
      }
    }
    return parts
  }

  /// A line of a documentation comment without its slashes; other lines as they are.
  private static func uncommented(_ line: Substring) -> Substring {
    let words = line.drop { $0 == " " }
    guard words.hasPrefix("///") else { return line }
    return words.dropFirst(words.hasPrefix("/// ") ? 4 : 3)
  }

  private static func unindented(_ lines: [Substring]) -> String {
    let indentation = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
    return lines.map { String($0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count))) }
      .joined(separator: "\n")
  }
}
