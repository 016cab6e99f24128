import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// Makes a fixture of a log: all of its files, or none of them.
struct FixtureMaking {
  private let log: LogReader
  private let fixture: Fixture
  private let test: TestFile
  private let hasTest: Bool

  /// Makes it with its `test` only if it `hasTest`.
  init(_ log: LogReader, _ fixture: Fixture, _ test: TestFile, hasTest: Bool) {
    (self.log, self.fixture, self.test, self.hasTest) = (log, fixture, test, hasTest)
  }

  /// Writes the log, the expectations, whose values are those of the replay where `draft` has none, and the
  /// test. Gives what a check comes to from then on. Nothing that is there is overwritten. `report` is given the log
  /// that will be the fixture's.
  ///
  /// The log gets its name last: a fixture without a log is none.
  func make(
    until last: Step?, _ draft: Expectations?,
    report: (_ kept: LogReader, Expectations?) throws -> FixtureReport
  ) throws -> FixtureReport {
    let tests = [test.shownPath]
    OutputFile.settle(tests + [fixture.shownExpectationsPath, fixture.shownPath])
    for path in [fixture.shownPath, fixture.shownExpectationsPath] + (hasTest ? tests : [])
    where FileManager.default.fileExists(atPath: path) {
      throw LogError.exists(path: path)
    }
    // What somebody else makes meanwhile is not among it.
    var made = missingFolders
    do {
      try makeFolder()
      let file = try logFile(until: last)
      made.append(file.partialPath)
      let kept = try file.log()
      let first = try report(kept, draft)
      try requireValues(in: first)
      let expectations = first.expectations.recording(first.actual, .missing)
      let final = first.filled(expectations)
      if hasTest, final.holds { throw FixtureError.passes(fixture.name) }
      let text = try fixture.file(of: expectations.telling(kept), log.mode)
      try OutputFile.finish((hasTest ? [test.file()] : []) + [text, file])
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

  /// The fixture's log, which has yet to get its name.
  private func logFile(until last: Step?) throws -> OutputFile {
    guard let last, last < log.lastStep else { return try packed(log) }
    let cut = try LogCut(log, log.actions(in: log.initialStep...last))
    guard try cut.hasState() else {
      throw CommandFailure.noStateToCut(
        step: cut.start, log: log.name, app: log.appName, states: log.asides().checkpoints)
    }
    let file = try OutputFile(logAt: fixture.shownPath, mode: log.mode)
    try cut.write(into: file)
    return try packed(file.log())
  }

  private func packed(_ log: LogReader) throws -> OutputFile {
    let file = try OutputFile(logAt: fixture.shownPath, mode: self.log.mode)
    _ = try LogPacking([log]).write(into: file)
    return file
  }

  /// Throws where nothing is in the place that somebody asked for: that is mostly misspelled, and if not, it can be
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
