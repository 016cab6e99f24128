import Foundation
import PlayheadCoding
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

/// Takes away files, and the folders that were made for them, in the order in which they were made; a folder in which
/// somebody has put something else stays.
private func removeUnfinished(_ paths: [String]) {
  for path in paths.reversed() { path.withFileName { _ = remove($0) } }
}

/// Why a fixture cannot be made.
enum FixtureError: Error {
  /// A test is asked for that fails, and nothing is expected that is not so.
  case passes(String)
  /// A place is to be expected as it is, and nothing is there.
  case nothing(at: StatePath, step: Step)
  /// A condition is neither true nor false at any step.
  case unanswered(String)
  /// A folder cannot be made.
  case noFolder(String, String)
}

extension FixtureError: CustomStringConvertible {
  /// One sentence with a way out.
  var description: String {
    switch self {
    case .passes(let name):
      "a test of '\(name)' would pass as things are, and so show no bug; say with '--always EXPR' or '--expect "
        + "\"PATH=JSON\"' what should have been, or leave out '--as-test'"
    case .nothing(let path, let step):
      "the state at step \(step) has no '\(path)'; '\(toolName) state LOG \(step)' shows what it has, and "
        + "'--expect \("\(path)=null".inShell)' expects that nothing is there"
    case .unanswered(let condition):
      "'\(condition)' is neither true nor false at any step of the log: nothing is where it looks; check its "
        + "places, which '\(toolName) state LOG end' shows"
    case .noFolder(let path, let reason):
      "the folder '\(path)' cannot be made: \(reason); name another with '--in'"
    }
  }
}

extension FixtureError: ErrorWithExitCode {
  /// Something that is not found is a bad answer.
  var exitCode: ExitCode {
    switch self {
    case .nothing, .unanswered: .badAnswer
    case .passes, .noFolder: .unusable
    }
  }
}

extension FixtureFailure: ErrorWithExitCode {
  /// What does not hold, or cannot be compared.
  package var exitCode: ExitCode { .badAnswer }
}

extension ExpectationsError: ErrorWithExitCode {
  /// A text that makes no sense.
  package var exitCode: ExitCode { .unusable }
}

extension NoFixture: ErrorWithExitCode {
  /// A path that leads nowhere.
  package var exitCode: ExitCode { .unusable }
}

extension Expectations {
  /// A session of so many actions is read through by a person who reviews it.
  private static let readable = 20

  /// With the actions of the session as remarks below the first line, if there are not many: of a log, a review
  /// shows only that there is one.
  func telling(_ log: LogReader) throws -> Expectations {
    guard 1...Self.readable ~= log.actionCount else { return self }
    let width = "\(log.lastStep)".count
    var lines = ["#"]
    try log.forEachEntry(in: log.firstStep...log.lastStep) { entry in
      let step = "\(entry.step)"
      let margin = String(repeating: " ", count: width - step.count)
      lines.append("#   \(margin)\(step)  \(try entry.call())")
    }
    var told = self
    told.items.insert(contentsOf: lines.map(Expectations.Item.remark), at: min(1, items.count))
    return told
  }
}
