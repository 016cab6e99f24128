import Foundation
import PlayheadCoding
import PlayheadReading
package import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadTesting
import PlayheadValues
import PlayheadFlux

/// Turns a log into a fixture. Writes all files or none.
struct FixtureBuilder {
  let log: LogReader
  let fixture: Fixture
  let test: TestFile
  let hasTest: Bool

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
    let isNewFolder = !FileManager.default.fileExists(atPath: fixture.folder)
    do {
      try makeFolder()
      let file = try logFile(until: last)
      let kept = try file.log()
      let first = try report(kept, draft)
      try requireValues(in: first)
      let expectations = first.expectations.recording(first.actual, .missing)
      var final = first
      final.expectations = expectations
      final.findings.removeAll { if case .unknown = $0.fact { true } else { false } }
      if hasTest, final.holds { throw FixtureError.passes(fixture.name) }
      let text = try fixture.file(of: expectations.listingActions(of: kept), log.mode)
      var test = test
      test.isOfCrash = final.findings.contains {
        if case .crashed = $0.fact { true } else { false }
      }
      try OutputFile.finish((hasTest ? [test.file()] : []) + [text, file])
      return final
    } catch {
      if isNewFolder { rmdir(fixture.folder) }
      throw error
    }
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

  /// The fixture's log, before it gets its name. After a crash of the app, it has the actions of the tail too.
  private func logFile(until last: Step?) throws -> OutputFile {
    guard !log.isClosed, !log.isBeingWritten, log.facts.tail != nil else {
      return try file(of: log, until: last)
    }
    let closed = try OutputFile(fileAt: fixture.shownPath, mode: log.mode)
    _ = try LogRecovery(log).write(into: closed)
    return try file(of: closed.log(), until: last)
  }

  private func file(of log: LogReader, until last: Step?) throws -> OutputFile {
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
      case .unknown, .value, .violated, .crashed: break
      }
    }
  }
}

/// Why a fixture cannot be created.
enum FixtureError: ErrorWithKind, CustomStringConvertible {
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

/// A Swift file with the test of one fixture, beside the fixture's folder.
struct TestFile {
  let fixture: Fixture
  let app: AppEntry
  let decoding: DecodingPolicy
  /// The file of this program, which has the stores; nil if it is unknown.
  let executable: String?
  /// Whether a store crashes, so that the stores must run in another process than the tests.
  var isOfCrash = false

  /// `NegativeTotalTests.swift`.
  var path: String {
    let folder = URL(filePath: fixture.folder).standardizedFileURL.deletingLastPathComponent()
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Tests.swift"
    return folder.appending(path: name).path(percentEncoded: false)
  }

  var shownPath: String { Fixture(path: path).shownPath }

  var text: String {
    """
    import PlayheadTesting
    import Testing

    \(subject.imports)

    // A session that shows a bug. The expectations are beside it, in
    // '\(expectationsPath.visible)'. Package.swift has to exclude them from this target.
    @Test func `\(words.joined(separator: " "))`() throws {
      try Fixture(\(logPath.debugDescription)).check(\(subject.name)\(policy)) { Attachment.record($0, named: $1) }
    }

    """
  }

  /// The file, before it gets its name.
  func file() throws(LogError) -> OutputFile {
    try OutputFile(text: text, at: shownPath, mode: .usual)
  }

  private var words: [String] { fixture.name.words }

  private var logPath: String { "\(fixtureFolder)/\(fixture.name)\(Fixture.logEnd)" }
  private var expectationsPath: String {
    "\(fixtureFolder)/\(fixture.name)\(Fixture.expectationsEnd)"
  }

  private var fixtureFolder: String {
    URL(filePath: fixture.folder).standardizedFileURL.lastPathComponent
  }

  /// How the test reads the log, unless it does so as every fixture.
  private var policy: String { decoding == .careful ? "" : ", decoding: .\(decoding.rawValue)" }

  /// What the test checks, and what declares it: the app's type with its modules and those of its generic arguments,
  /// or a variable with the app's entry.
  private var subject: (name: String, imports: String) {
    if isOfCrash, let executable {
      let name = URL(filePath: executable).lastPathComponent
      return (
        "storesOf: \(name.debugDescription)",
        "// The stores run in a process of '\(name.visible)', an executable of the package, because one of them crashes."
      )
    }
    guard let type = app.type else {
      let words = app.name.words
      let name = (words.prefix(1).map { $0.lowercased() } + words.dropFirst().map(\.capitalized))
        .joined()
      return (
        name,
        "// '\(name)' is the app's 'AppEntry': import the module that declares it, or declare it for the tests."
      )
    }
    let imports = modules(of: type).map { "@testable import \($0)" }.joined(separator: "\n")
    return ("\(String(describing: type)).self", imports)
  }

  private func modules(of type: any ReplayableApp.Type) -> [String] {
    let names = String(reflecting: type).split {
      !$0.isLetter && !$0.isNumber && !"_.".contains($0)
    }
    .compactMap { $0.split(separator: ".").first.map(String.init) }
    return Set(names).sorted()
  }
}
