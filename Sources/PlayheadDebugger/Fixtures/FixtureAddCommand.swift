import PlayheadInspector
import Foundation
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// `fixture add`: a session becomes a test.
struct FixtureAddCommand: Command {
  let apps: Apps

  let name = "fixture add"
  let summary = "Keeps a session as a fixture: a log, and what must hold of it."
  let details = [
    "Writes the log, packed, into a folder, and a text beside it that says what is expected: the last state of "
      + "every store, or only what '--expect' and '--always' name. People read that text, change it and review "
      + "it; a value there that is '?' is filled in by 'fixture update'.",
    "Of a recording with a bug in it, say what should have been: a value with '--expect \"PATH=JSON\"', or with "
      + "'--always' a condition that the bug violates. Then the fixture fails until the store is mended. With "
      + "'--as-test' there is also a Swift file with the test, beside the folder.",
  ]

  let named = Parameter.requiredOption(
    "name", value: "NAME", .fixtureName, "What it is called: 'negative-total'.")
  let folder = Parameter.option(
    "in", value: "FOLDER", .unicodePath, default: "Fixtures",
    "Where it is put; a folder that is not there is made. Usually 'Fixtures'.")
  let until = Parameter.option(
    "until", value: "STEP", .step, "Leave out what comes behind this step.")
  let expected = Parameter.options(
    "expect", value: "PATH", .expectedPlace,
    "Expect the value at this place at the end, as it is there or as 'PATH=JSON' says; may be given several "
      + "times.")
  let always = Parameter.options(
    "always", value: "EXPR", .expression,
    "Expect that this holds at every step; 'help expressions' tells how it is written.")
  let asTest = Parameter.flag(
    "as-test", "Write a Swift file with the test, which must fail as things are.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, named, folder, until, expected, always, asTest]
  }

  let examples = [
    Example(
      "fixture add s.playhead --name checkout", "a session that must go on to end as it does"),
    Example(
      "fixture add bug.playhead --name negative-total --always \"state('till.total') >= 0\" --as-test",
      "a bug report that becomes a failing test"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.openQuietly(given[LogParameters.log], console)
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    let own = try DispatcherPlayer(app).stores
    let stores = log.stores + own.filter { !log.stores.contains($0) }
    for place in given[expected] { try place.path.requireStore(among: stores) }
    let until = try given[until]?.resolve(in: log.scope)
    let fixture = Fixture(folder: given[folder], name: given[named])
    let test = given[asTest] ? TestFile(fixture, app) : nil
    let making = FixtureMaking(log, fixture, TestFile(fixture, app), hasTest: given[asTest])
    let report = try making.make(until: until, draft(given)) { kept, expectations in
      try apps.report(on: fixture, of: kept, expectations, isNew: true, console)
    }
    try console.show(.object(report.json + [("test", .optional(test?.shownPath))])) {
      try show(report, test, console)
    }
    return .good
  }

  /// What was asked for; nil if nothing was.
  private func draft(_ given: Given) -> Expectations? {
    let conditions = given[always].map(Expectations.Item.always)
    let values = given[expected].map { Expectations.Item.value($0.path, $0.value) }
    guard !(conditions + values).isEmpty else { return nil }
    let head = Expectations.heading(of: given[named])
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
        "wrote '\(test.shownPath)', whose test has to fail until the store is mended")
    }
    if !report.holds {
      try console.print("as things are:\n\n" + report.letter())
    }
    if let test, test.isAlone {
      try console.printError(
        "warning: no other Swift file is beside '\(test.shownPath)'; unless it is in a test target, nothing runs "
          + "it: name a folder of one with '--in', as in '--in Tests/ShopTests/Fixtures'")
    }
  }
}
