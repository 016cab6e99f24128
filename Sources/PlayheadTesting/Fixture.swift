import Foundation

/// A session that is kept as a test: a log, and a text of expectations beside it.
///
/// `two-mugs.playhead` is the log, and `two-mugs.fixture.txt` has the expectations, which people read and
/// write. Values are in JSON.
///
/// ```swift
/// @Test func twoMugs() throws {
///   try Fixture("Fixtures/two-mugs.playhead").check(Shop.self)
/// }
/// ```
public struct Fixture: Hashable, Sendable, Codable {
  /// The path of the log.
  public let path: String

  /// The fixture with this log. A relative path begins in the folder of `file`, which is the calling file.
  public init(_ path: String, beside file: String = #filePath) {
    self.init(path: Self.resolve(path, beside: file))
  }

  /// The fixture with the log at a file system `path`.
  package init(path: String) {
    self.path = path
  }

  /// The fixture `name` in a folder.
  package init(folder: String, name: String) {
    let isOpen = folder.hasSuffix("/")
    self.init(path: "\(folder)\(isOpen ? "" : "/")\(name)\(Self.logEnd)")
  }

  /// The suffix of a log's name.
  package static let logEnd = ".playhead"
  /// The suffix of the expectations' name.
  package static let expectationsEnd = ".fixture.txt"

  /// The log's name without its suffix.
  public var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(Self.logEnd) ? String(file.dropLast(Self.logEnd.count)) : file
  }

  /// The folder with the log.
  package var folder: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The path of the expectations.
  public var expectationsPath: String {
    (path.hasSuffix(Self.logEnd) ? String(path.dropLast(Self.logEnd.count)) : path)
      + Self.expectationsEnd
  }

  /// The path as you would type it: relative to the working directory, if the log is below that.
  package var shownPath: String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Stands for the app's debugger in a test's output: a test does not know which executable that is.
  static let tool = "YOUR-DEBUGGER"

  static func resolve(_ path: String, beside file: String) -> String {
    URL(filePath: path, relativeTo: URL(filePath: file).deletingLastPathComponent())
      .standardizedFileURL.path(percentEncoded: false)
  }
}

extension Fixture: CustomStringConvertible, Identifiable {
  /// The name, by which a test names its case.
  public var description: String { name }

  /// The path, which is unique among fixtures.
  public var id: String { path }
}
