import Foundation
public import PlayheadFlux
public import PlayheadReplay

/// The fixtures of a folder.
///
/// With Swift Testing each is a case of one test:
///
/// ```swift
/// @Test(arguments: Fixtures.all(in: "Fixtures"))
/// func session(_ fixture: Fixture) throws { try fixture.check(Shop.self) }
/// ```
///
/// and with XCTest all are one test:
///
/// ```swift
/// func testSessions() throws { try Fixtures.check(Shop.self, in: "Fixtures") }
/// ```
public enum Fixtures {
  /// The fixtures in a folder, not those in folders below it, by name. A path that does not begin with a
  /// slash begins in the folder of `file`, which is the file that calls this.
  ///
  /// Expectations that lost their log are a fixture as well, whose check fails. So is a folder without
  /// any: a test with no case at all would hold, whatever the folder's name was meant to be.
  public static func all(in folder: String, beside file: String = #filePath) -> [Fixture] {
    let folder = Fixture.resolve(folder, beside: file)
    let found = found(in: folder)
    return found.isEmpty ? [Fixture(path: folder)] : found
  }

  /// Checks all the fixtures in a folder, one after the other, and throws ``FixtureFailures`` with the message of
  /// each that fails. For frameworks that have no cases; the parameters are those of
  /// ``Fixture/check(_:decoding:record:)``.
  public static func check(
    _ app: any ReplayableApp.Type, in folder: String, decoding: DecodingPolicy = .strict,
    record mode: RecordMode? = nil,
    beside file: String = #filePath
  ) throws {
    let failures =
      all(in: folder, beside: file).compactMap { fixture in
        do throws(FixtureFailure) {
          try fixture.check(app, decoding: decoding, record: mode)
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
    // What is hidden is a system's or an editor's.
    return Set(names).filter { !$0.isEmpty && !$0.hasPrefix(".") }.sorted()
      .map { Fixture(path: folder + $0 + Fixture.logEnd) }
  }
}
