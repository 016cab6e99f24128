import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadReplay
import TestSupport
import Testing
import TextEditor

/// A log that was written in some version of the format, and what its states must still be.
///
/// They are in `fixtures/versions/VERSION`: `NAME.playhead` and `NAME.states.txt`, the calls with their
/// answers. Logs are never written again, so a new version gets a folder, and this file stays as it is.
struct VersionFixture: Sendable, CustomTestStringConvertible {
  let version: UInt64
  let name: String

  var testDescription: String { "\(version)/\(name)" }
  var log: URL { folder.appendingPathComponent("\(name).playhead") }
  var states: URL { folder.appendingPathComponent("\(name).states.txt") }

  private var folder: URL { Self.root.appendingPathComponent("\(version)") }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../fixtures/versions").standardized

  /// The versions that have a folder, in order.
  static let versions = names(in: root).compactMap { UInt64($0) }.sorted()

  static let all = versions.flatMap { version in
    names(in: root.appendingPathComponent("\(version)"))
      .filter { $0.hasSuffix(".playhead") }
      .map { VersionFixture(version: version, name: String($0.dropLast(".playhead".count))) }
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// A desk with the log on it.
  func desk() throws -> Desk {
    let desk = try Desk(apps: [TextEditor.self, Museum.self])
    try desk.write(Data(contentsOf: log), to: "\(name).playhead")
    return desk
  }
}

@Suite struct FormatVersionTests {
  @Test func `each log format version from 4 on has its two sample logs, 'museum' and 'undo'`() {
    #expect(VersionFixture.versions == Array(4...LogFormat.version))
    for version in VersionFixture.versions {
      let names = VersionFixture.all.filter { $0.version == version }.map(\.name)
      #expect(Set(names).isSuperset(of: ["museum", "undo"]), "version \(version)")
    }
  }

  @Test(arguments: VersionFixture.all)
  func `the sample logs of each format version pass 'verify', 'compat' and 'check'`(
    fixture: VersionFixture
  ) throws {
    let desk = try fixture.desk()
    for call in ["verify", "compat", "check --runs 3"] {
      let outcome = desk.playhead("\(call) \(fixture.name).playhead")
      #expect(outcome.code == .good && outcome.error.isEmpty, "\(outcome.output)\(outcome.error)")
    }
  }

  @Test(arguments: VersionFixture.all)
  func `commands print the stored states for the sample logs of each format version`(
    fixture: VersionFixture
  ) throws {
    #expect(try Transcript(at: fixture.states).complaint(on: fixture.desk()) == nil)
  }

  @Test(arguments: VersionFixture.versions.suffix(1))
  func `recording the 'museum' session again gives the same states as its newest sample log`(
    version: UInt64
  )
    throws
  {
    let kept = VersionFixture(version: version, name: "museum")
    let desk = try kept.desk()
    try Museum.record(to: desk.path("new.playhead"))
    for step in ["0", "4", "6", "end"] {
      let (old, new) = (
        desk.playhead("state museum.playhead \(step) --full"),
        desk.playhead("state new.playhead \(step) --full")
      )
      #expect(old == new && new.code == .good)
    }
  }
}
