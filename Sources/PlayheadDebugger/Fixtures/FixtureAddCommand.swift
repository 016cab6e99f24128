import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

struct FixtureAddCommand: Command {
  let apps: Apps

  let name = "fixture add"
  let summary = "Keeps a session as a fixture: a log and its expectations."
  let details = [
    "Writes the packed log into a folder, and beside it a text with the expectations: the last state "
      + "of every store, or only what '--expect' and '--always' name. People read, change and review that "
      + "text; 'fixture update' fills in every '?'.",
    "A session that ends in a crash becomes a fixture that fails until the store is fixed; 'fixture update' then fills in "
      + "the last state.",
    "For a recording with a bug, say what would be correct: a value with '--expect \"PATH=JSON\"', or a "
      + "condition that the bug violates with '--always'. Then the fixture fails until the store is "
      + "fixed. '--as-test' also writes a Swift file with the test, beside the folder.",
  ]

  let log = LogParameters.log
  let named = Parameter.requiredOption(
    "name", value: "NAME", .fixtureName,
    "The fixture's name, such as 'negative-total'.")
  let folder = Parameter.option(
    "in", value: "FOLDER", .namedPath, default: "Fixtures",
    "The folder for the fixture, 'Fixtures' by default; a missing folder is created.")
  let until = Parameter.option(
    "until", value: "STEP", .step,
    "Leave out everything after this step.")
  let expected = Parameter.options(
    "expect", value: "PATH", .expectedValue,
    "Expect the value at this path at the end, as it is now or as 'PATH=JSON' says; can be repeated."
  )
  let always = Parameter.options(
    "always", value: "EXPR", .expression,
    "Expect that this holds at every step; 'help expressions' explains how to write it. Can be repeated."
  )
  let asTest = Parameter.flag(
    "as-test",
    "Also write a Swift file with a test; the test must fail now, before the bug is fixed.")
  let risky = ReadingParameters.risky

  let examples = [
    Example(
      "fixture add s.playhead --name checkout", "a session whose end must stay the same"),
    Example(
      "fixture add bug.playhead --name negative-total --always \"state('till.total') >= 0\" --as-test",
      "a bug report that becomes a failing test"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let log = try LogReader.openQuietly(arguments[LogParameters.log], console)
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    let own = try app.player().stores
    let stores = log.stores + own.filter { !log.stores.contains($0) }
    for place in arguments[expected] { try place.path.requireStore(among: stores) }
    let until = try arguments[until]?.resolve(in: log.scope)
    for place in arguments[expected] { try require(place, in: log, at: until, console) }
    let fixture = Fixture(folder: arguments[folder], name: arguments[named])
    let decoding = arguments.fixtureDecoding
    let testFile = TestFile(
      fixture: fixture, app: app, decoding: decoding, executable: console.terminal.programFile)
    let test = arguments[asTest] ? testFile : nil
    let builder = FixtureBuilder(
      log: log, fixture: fixture, test: testFile, hasTest: arguments[asTest])
    let report = try builder.make(until: until, draft(arguments)) { kept, expectations in
      try apps.report(
        on: fixture, of: kept, expectations, decoding, isNew: true, at: apps.connection(console))
    }
    var answer = FixtureAnswer(report)
    answer.test = .some(test?.shownPath)
    try console.show(answer) {
      try show(report, test, console)
    }
    try warn(ofGapIn: log, upTo: until, console)
    if try warnIfOther(report, decoding, console) { return .good }
    if let mismatch = report.stateMismatch {
      try console.printError(
        "warning: \(mismatch); the fixture has the values of this build's replay, and '\(toolName) check "
          + "\(log.name.inShell)' looks for the cause")
    }
    return .good
  }

  /// Replays the new fixture once more, and warns if it does not hold then. Returns whether it has warned.
  private func warnIfOther(
    _ report: FixtureReport, _ decoding: DecodingPolicy, _ console: Console
  ) throws -> Bool {
    guard report.holds else { return false }
    let fixture = report.fixture
    let log = try LogReader(path: fixture.shownPath)
    let again = try apps.report(
      on: fixture, of: log, report.expectations, decoding, at: apps.connection(console))
    guard !again.holds else { return false }
    try console.printError(
      "warning: another replay ends differently, so the fixture does not hold; "
        + "'\(toolName) check \(fixture.shownPath.inShell)' names the cause")
    return true
  }

  /// Warns of a gap before the fixture's end.
  private func warn(ofGapIn log: LogReader, upTo end: Step?, _ console: Console) throws {
    let gaps = log.readableNotesAndGaps().gaps
    guard let gap = gaps.first(where: { $0.steps.lowerBound <= end ?? log.lastStep }) else {
      return
    }
    try console.printError(
      "warning: \(gap); the fixture goes on with the recorded state of step \(gap.steps.upperBound), which a "
        + "fixed store does not change")
  }

  /// Throws if no state of the log has a value at the path, because the path is probably misspelled.
  private func require(
    _ place: ExpectedValue, in log: LogReader, at step: Step?, _ console: Console
  ) throws {
    guard let value = place.value, value != .null else { return }
    do {
      let request = WatchRequest(place.path, at: step ?? log.lastStep)
      _ = try CommandContext(log, apps, .usual, console).inspecting { try $0.ask(request) }
    } catch let error as InspectorError {
      guard case .nothing = error else { throw error }
      throw FixtureError.neverThere("\(error)", place.path, value)
    }
  }

  /// The expectations from the options; `nil` if there are none.
  private func draft(_ arguments: ParsedArguments) -> Expectations? {
    let conditions = arguments[always].map(Expectations.Item.always)
    let values = arguments[expected].map { Expectations.Item.value($0.path, $0.value) }
    guard !(conditions + values).isEmpty else { return nil }
    let head = Expectations.heading(of: arguments[named])
    return Expectations(
      head + conditions + (values.isEmpty ? [] : (conditions.isEmpty ? [] : [.remark("")]) + [.end])
        + values)
  }

  private func show(_ report: FixtureReport, _ test: TestFile?, _ console: Console) throws {
    try console.print(
      "added '\(report.fixture.shownPath)', \(Format.count(report.actionCount, "action")), with "
        + "\(Format.count(report.expectations.count, "expectation")) in "
        + "'\(report.fixture.shownExpectationsPath)'")
    if let test {
      try console.print(
        "wrote '\(test.shownPath)'; in a test target, its test must fail until the store is fixed")
    }
    if !report.holds {
      try console.print("currently:\n\n" + report.failureMessage())
    }
  }
}

/// A path in a state and its expected value.
package struct ExpectedValue: Sendable {
  let path: StatePath
  /// The expected value; `nil` for the current value.
  let value: Value?
}

extension ArgumentType<ExpectedValue> {
  /// `PATH`, or `PATH=JSON`, split at the first equals sign that has a path before it.
  static var expectedValue: Self {
    ArgumentType { word throws(BadValue) in
      for place in word.indices where word[place] == "=" {
        guard let path = try? StatePath(word[..<place].trimmingCharacters(in: [" "])) else {
          continue
        }
        let typed = String(word[word.index(after: place)...])
        guard let value = PlayheadValues.Value(typed: typed)?.jsonForm else {
          throw .expected("'PATH=JSON', where a text is written PATH=\"text\"")
        }
        return ExpectedValue(path: path, value: value)
      }
      return ExpectedValue(path: try ArgumentType<StatePath>.place.read(word), value: nil)
    }
  }
}

extension ArgumentType<String> {
  /// A fixture's name, which becomes a file name and a test's name.
  static var fixtureName: Self {
    ArgumentType("a name that begins with a letter and has none of the characters / \" ' ` \\") {
      word in
      word.first?.isLetter == true && !word.unicodeScalars.contains(where: isStrange) ? word : nil
    }
  }

  /// A character that ends a line, a Swift string, a Swift name or a shell word.
  private static func isStrange(_ sign: Unicode.Scalar) -> Bool {
    #"/"'`\"#.unicodeScalars.contains(sign) || sign.steersTerminals
  }
}
