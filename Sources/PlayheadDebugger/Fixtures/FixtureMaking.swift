import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReplay
import PlayheadTesting

/// Makes a fixture of a log: all of its files, or none of them.
struct FixtureMaking {
  private let log: LogReader
  private let fixture: Fixture
  private let test: TestFile?

  init(_ log: LogReader, _ fixture: Fixture, _ test: TestFile?) {
    (self.log, self.fixture, self.test) = (log, fixture, test)
  }

  /// Writes the log, the expectations, whose values are those of the replay where `draft` has none, and the
  /// test. Gives what a check comes to from then on. Nothing that is there is overwritten. `report` is told what was
  /// made by then.
  func make(
    until last: Step?, _ draft: Expectations?,
    report: (Expectations?, _ made: [String]) throws -> FixtureReport
  ) throws -> FixtureReport {
    for path in [fixture.path, fixture.expectationsPath, test?.path].compactMap(\.self)
    where FileManager.default.fileExists(atPath: path) {
      throw LogError.exists(path: Fixture(path: path).shownPath)
    }
    // What somebody else makes meanwhile is not among it.
    var made = missingFolders
    do {
      try makeFolder()
      try writeLog(until: last)
      made.append(fixture.path)
      let first = try report(draft, made)
      try requireValues(in: first)
      let expectations = first.expectations.recording(first.actual, .missing)
      let final = first.filled(expectations)
      if test != nil, final.holds { throw FixtureError.passes(fixture.name) }
      try fixture.write(expectations.telling(fixture.log()))
      made.append(fixture.expectationsPath)
      try test?.write()
      return final
    } catch {
      removeUnfinished(made)
      throw error
    }
  }

  /// The folders that are yet to be made, the outermost first.
  private var missingFolders: [String] {
    var folders: [String] = []
    var folder = URL(filePath: fixture.folder, directoryHint: .isDirectory).standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) {
      folders.append(folder.path(percentEncoded: false))
      folder.deleteLastPathComponent()
    }
    return folders.reversed()
  }

  private func makeFolder() throws {
    do {
      try FileManager.default.createDirectory(
        atPath: fixture.folder, withIntermediateDirectories: true)
    } catch {
      throw FixtureError.noFolder(fixture.folder, error.localizedDescription)
    }
  }

  // MARK: The log

  private func writeLog(until last: Step?) throws {
    guard let last, last < log.lastStep else { return try pack(log) }
    let cut = try LogCut(log, log.actions(in: log.initialStep...last))
    guard try cut.hasState() else {
      throw CommandFailure.noStateToCut(
        step: cut.start, log: log.name, app: log.appName, states: log.asides().checkpoints)
    }
    let path = fixture.folder + "/.\(fixture.name)-\(UUID()).playhead"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try cut.write(to: path)
    try pack(LogReader(path: path))
  }

  private func pack(_ log: LogReader) throws {
    _ = try LogPacking([log]).write(to: fixture.shownPath)
  }

  /// Throws where nothing is in the place that somebody asked for: that is mostly misspelt, and if not, it can be
  /// said.
  private func requireValues(in report: FixtureReport) throws {
    for finding in report.findings {
      switch finding.fact {
      case .unknown(let path, .null): throw FixtureError.nothing(at: path, step: report.lastStep)
      case .unanswered(let condition): throw FixtureError.unanswered(condition.text)
      case .unknown, .value, .violated: break
      }
    }
  }
}
