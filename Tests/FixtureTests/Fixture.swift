import Foundation
import TestSupport
import Testing

/// A session that is kept: a script that a person can read, the log that it gave, and what the states
/// in the log are.
struct Fixture: Hashable, Sendable, CustomTestStringConvertible {
  let app: String
  let name: String

  /// `fixtures/APP/NAME.txt` and so on.
  func file(_ end: String) -> URL {
    Self.folder.appendingPathComponent(app).appendingPathComponent(name + end)
  }

  var script: URL { file(".txt") }
  var log: URL { file(".playhead") }
  var states: URL { file(".states.txt") }

  var testDescription: String { "\(app)/\(name)" }

  /// A desk with the session's log on it, and nothing else.
  func desk() throws -> Desk {
    let desk = try Desk(apps: sampleApps)
    try desk.write(Data(contentsOf: log), to: "\(name).playhead")
    return desk
  }
}

extension Fixture {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized
  static let folder = root.appendingPathComponent("fixtures")

  /// Folders that hold no sessions of an app.
  private static let others: Set = ["corrupt", "exercises", "transcripts", "versions"]

  /// The apps that have a folder.
  static let apps = names(in: folder).filter { !others.contains($0) }

  /// All sessions of which there is a script, a log or a list of states.
  static let all = apps.flatMap { app in
    let names = names(in: folder.appendingPathComponent(app)).compactMap(sessionName)
    return Set(names).sorted().map { Fixture(app: app, name: $0) }
  }

  /// One session of each app, for what takes long and depends little on the session.
  static let firsts = apps.compactMap { app in all.first { $0.app == app } }

  /// The session that a file belongs to.
  private static func sessionName(of file: String) -> String? {
    let ends = [".states.txt", ".expected.txt", ".playhead", ".txt"]
    return ends.first(where: file.hasSuffix).map { String(file.dropLast($0.count)) }
  }

  private static func names(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }
}
