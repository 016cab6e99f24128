import Foundation

/// A session that is kept as a test: a log, and beside it what must hold of it.
///
/// `two-mugs.playhead` is the log, `two-mugs.fixture.txt` are the expectations: a text that people
/// read and write, in which the state has JSON's words.
///
/// ```swift
/// @Test func twoMugs() throws {
///   try Fixture("Fixtures/two-mugs.playhead").check(Shop.self)
/// }
/// ```
public struct Fixture: Hashable, Sendable, Codable {
  /// Where the log is.
  public let path: String

  /// The fixture with this log. A path that does not begin with a slash begins in the folder of `file`,
  /// which is the file that calls this.
  public init(_ path: String, beside file: String = #filePath) {
    self.init(path: Self.resolve(path, beside: file))
  }

  /// The fixture whose log is at `path`, as the system understands it.
  package init(path: String) {
    self.path = path
  }

  /// The fixture called `name` in the folder at `folder`.
  package init(folder: String, name: String) {
    let isOpen = folder.hasSuffix("/")
    self.init(path: "\(folder)\(isOpen ? "" : "/")\(name)\(Self.logEnd)")
  }

  /// How a log's name ends.
  package static let logEnd = ".playhead"
  /// How the name of its expectations ends.
  package static let expectationsEnd = ".fixture.txt"

  /// The log's name without its end.
  public var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(Self.logEnd) ? String(file.dropLast(Self.logEnd.count)) : file
  }

  /// The folder that it is in.
  package var folder: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Where its expectations are.
  public var expectationsPath: String {
    (path.hasSuffix(Self.logEnd) ? String(path.dropLast(Self.logEnd.count)) : path)
      + Self.expectationsEnd
  }

  /// The path as one would type it: from the working directory on, if it is below that.
  package var shownPath: String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  static func resolve(_ path: String, beside file: String) -> String {
    URL(filePath: path, relativeTo: URL(filePath: file).deletingLastPathComponent())
      .standardizedFileURL.path(percentEncoded: false)
  }
}

extension Fixture: CustomStringConvertible, Identifiable {
  /// The name: what a test calls its case by.
  public var description: String { name }

  /// The path, which names it among others.
  public var id: String { path }
}
