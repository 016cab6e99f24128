import Foundation
public import PlayheadFlux
public import PlayheadReplay

/// The fixtures in a folder.
///
/// With Swift Testing, each fixture is a case of one test:
///
/// ```swift
/// @Test(arguments: Fixtures.all(in: "Fixtures"))
/// func session(_ fixture: Fixture) throws { try fixture.check(Shop.self) }
/// ```
///
/// With XCTest, all fixtures are one test:
///
/// ```swift
/// func testSessions() throws { try Fixtures.check(Shop.self, in: "Fixtures") }
/// ```
public enum Fixtures {
  /// The fixtures in a folder, but not in its subfolders, by name. A relative path begins in the folder of
  /// `file`, which is the calling file.
  ///
  /// Expectations without a log are a fixture as well, and its check fails. An empty folder is a fixture that
  /// fails too, because a test with no cases would pass even if the folder's name is wrong.
  public static func all(in folder: String, beside file: String = #filePath) -> [Fixture] {
    let folder = Fixture.resolve(folder, beside: file)
    let found = found(in: folder)
    return found.isEmpty ? [Fixture(path: folder)] : found
  }

  /// Checks all fixtures in a folder, and throws ``FixtureFailures`` with the message of each that fails. For
  /// test frameworks without cases. The parameters are those of `Fixture.check`.
  public static func check(
    _ app: any ReplayableApp.Type, in folder: String, decoding: DecodingPolicy = .careful,
    record mode: RecordMode? = nil, beside file: String = #filePath,
    attach: Fixture.Attach? = nil
  ) throws {
    try check(
      .app(app), in: folder, decoding: decoding, record: mode, beside: file, attach: attach)
  }

  /// The same for any app, for example one with its own store.
  public static func check(
    _ app: AppEntry, in folder: String, decoding: DecodingPolicy = .careful,
    record mode: RecordMode? = nil, beside file: String = #filePath,
    attach: Fixture.Attach? = nil
  ) throws {
    let failures =
      all(in: folder, beside: file).compactMap { fixture in
        do throws(FixtureFailure) {
          try fixture.check(app, decoding: decoding, record: mode, attach: attach)
          return nil
        } catch {
          return error
        }
      } as [FixtureFailure]
    if !failures.isEmpty { throw FixtureFailures(all: failures) }
  }

  /// The fixtures in the folder at `path`, by name; none if there is no such folder.
  package static func found(in path: String) -> [Fixture] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let names = files.compactMap { file in
      [Fixture.logEnd, Fixture.expectationsEnd].first(where: file.hasSuffix)
        .map { file.dropLast($0.count) }
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    // Hidden files belong to the system or to an editor.
    return Set(names).filter { !$0.isEmpty && !$0.hasPrefix(".") }.sorted()
      .map { Fixture(path: folder + $0 + Fixture.logEnd) }
  }
}
