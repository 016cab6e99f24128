import Foundation
import PlayheadCoding
import PlayheadReading
package import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// Turns a log into a fixture. Writes all files or none.
struct FixtureBuilder {
  private let log: LogReader
  private let fixture: Fixture
  private let test: TestFile
  private let hasTest: Bool

  init(_ log: LogReader, _ fixture: Fixture, _ test: TestFile, hasTest: Bool) {
    (self.log, self.fixture, self.test, self.hasTest) = (log, fixture, test, hasTest)
  }

  /// Writes the log, the test, and the expectations, with the replay's values where `draft` has none. Returns
  /// the report of a check of the new fixture. Overwrites no file. `report` gets the fixture's log.
  ///
  /// The log gets its name last, because a fixture exists only with its log.
  func make(
    until last: Step?, _ draft: Expectations?,
    report: (_ kept: LogReader, Expectations?) throws -> FixtureReport
  ) throws -> FixtureReport {
    let tests = [test.shownPath]
    for path in [fixture.shownPath, fixture.shownExpectationsPath] + (hasTest ? tests : [])
    where FileManager.default.fileExists(atPath: path) {
      throw LogError.exists(path: path)
    }
    // After an error, removes only the files and folders of this run.
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
      let text = try fixture.file(of: expectations.listingActions(of: kept), log.mode)
      try OutputFile.finish((hasTest ? [test.file()] : []) + [text, file])
      return final
    } catch {
      removeUnfinished(made)
      throw error
    }
  }

  /// The folders that do not exist yet, the outermost first.
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

  /// The fixture's log, before it gets its name.
  private func logFile(until last: Step?) throws -> OutputFile {
    guard let last, last < log.lastStep else { return try packed(log) }
    let cut = try LogCut(log, log.actions(in: log.initialStep...last))
    guard try cut.hasState() else {
      throw CommandFailure.noStateToCut(
        step: cut.start, log: log.name, app: log.appName, states: log.annotations().checkpoints)
    }
    let file = try OutputFile(fileAt: fixture.shownPath, mode: log.mode)
    try cut.write(into: file)
    return try packed(file.log())
  }

  private func packed(_ log: LogReader) throws -> OutputFile {
    let file = try OutputFile(fileAt: fixture.shownPath, mode: self.log.mode)
    _ = try LogPacking(log).write(into: file)
    return file
  }

  /// Throws if a path of the options has no value. The path is probably misspelled; `=null` expects no value.
  private func requireValues(in report: FixtureReport) throws {
    for finding in report.findings {
      switch finding.fact {
      case .unknown(let path, .null): throw FixtureError.nothing(at: path, step: report.lastStep)
      case .unanswered(let condition, let unresolvedNames):
        throw FixtureError.unanswered(condition, unresolvedNames)
      case .unknown, .value, .violated: break
      }
    }
  }
}

/// Removes the files and folders in `paths`, the last one first. Keeps a folder that contains other files.
private func removeUnfinished(_ paths: [String]) {
  for path in paths.reversed() { path.withFileName { _ = remove($0) } }
}

/// Why a fixture cannot be created.
enum FixtureError: Error {
  /// All expectations hold, but a new test must fail.
  case passes(String)
  /// A path whose current value is expected has no value.
  case nothing(at: StatePath, step: Step)
  /// A path with an expected value never has one. The sentence says so.
  case neverThere(String, StatePath, Value)
  /// A condition is neither true nor false at any step; the last state lacks these values.
  case unanswered(Condition, [InspectorError])
  /// The folder cannot be created.
  case noFolder(String, String)
}

extension FixtureError: CustomStringConvertible {
  /// One sentence with a fix.
  var description: String {
    switch self {
    case .passes(let name):
      "a test of '\(name)' would pass now and show no bug; say what would be correct with '--always EXPR' or "
        + "'--expect \"PATH=JSON\"', or leave out '--as-test'"
    case .nothing(let path, let step):
      "the state at step \(step) has no '\(path)'; '\(toolName) state LOG \(step)' shows what it has, and "
        + "'--expect \("\(path)=null".inShell)' expects no value there"
    case .neverThere(let sentence, let path, let value):
      "\(sentence), and no other state of the log has it; if a fix will add the value, add the line "
        + "'\(path) = \(value.json)' to the fixture's text"
    case .unanswered(let condition, let unresolvedNames):
      "'\(condition.text)' is neither true nor false at any step of the log: "
        + (unresolvedNames.first.map { "\($0)" }
          ?? "its paths have no values; check them with '\(toolName) state LOG end'")
    case .noFolder(let path, let reason):
      "the folder '\(path)' cannot be made: \(reason); name another with '--in'"
    }
  }
}

extension FixtureError: ErrorWithKind {
  /// A missing value is a problem.
  var failureKind: FailureKind {
    switch self {
    case .nothing, .neverThere, .unanswered: .problem
    case .passes, .noFolder: .unusable
    }
  }
}

extension FixtureFailure: ErrorWithKind {
  /// A fixture that does not hold or cannot be compared is a problem.
  package var failureKind: FailureKind { .problem }
}

extension ExpectationsError: ErrorWithKind {
  /// A text that cannot be parsed is unusable.
  package var failureKind: FailureKind { .unusable }
}

extension NoFixture: ErrorWithKind {
  /// A path without a fixture is unusable.
  package var failureKind: FailureKind { .unusable }
}

extension Expectations {
  /// The most actions to list for a reviewer.
  private static let readable = 20

  /// Adds the actions of a short session as comments below the first line, because a reviewer cannot read the
  /// log itself.
  func listingActions(of log: LogReader) throws -> Expectations {
    guard 1...Self.readable ~= log.actionCount else { return self }
    let width = "\(log.lastStep)".count
    var lines = ["#"]
    try log.forEachEntry(in: log.firstStep...log.lastStep) { entry in
      let step = "\(entry.step)"
      let margin = String(repeating: " ", count: width - step.count)
      lines.append("#   \(margin)\(step)  \(try entry.call())")
    }
    var report = self
    report.items.insert(contentsOf: lines.map(Expectations.Item.remark), at: min(1, items.count))
    return report
  }
}
