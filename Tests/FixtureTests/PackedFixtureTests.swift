import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import TestSupport
import Testing

/// The sessions under `fixtures`, packed, cut and joined.
@Suite struct PackedFixtureTests {
  @Test(arguments: Fixture.firsts)
  func `'pack' of a sample app's log gives a smaller log that passes 'verify' and 'check'`(
    fixture: Fixture
  ) throws {
    let desk = try fixture.desk()
    try desk.expectGood("pack \(fixture.name).playhead -o packed.playhead")
    try desk.expectGood("verify packed.playhead")
    try desk.expectGood("check packed.playhead --runs 2")
    let packed = try desk.bytes("packed.playhead")
    #expect(try packed.count < desk.bytes("\(fixture.name).playhead").count)
    try desk.expectGood("pack packed.playhead -o again.playhead")
    #expect(try desk.bytes("again.playhead") == packed)
  }

  @Test(arguments: Fixture.firsts)
  func `'cut' of a sample app's log gives the same states and actions at each step`(
    fixture: Fixture
  ) throws {
    let desk = try fixture.desk()
    let whole = try LogReader(path: fixture.log.path)
    let (first, last) = (whole.lastStep.number / 3, whole.lastStep.number * 2 / 3)
    try desk.expectGood("cut \(fixture.name).playhead \(first)..\(last) -o part.playhead")
    try desk.expectGood("verify part.playhead")
    let part = try LogReader(path: desk.path("part.playhead"))
    #expect(part.firstStep == Step(first) && part.lastStep == Step(last) && part.isClosed)
    try expectSameStates(part, whole, fixture.type(), from: first - 1, to: last)
  }

  private func expectSameStates(
    _ one: LogReader, _ other: LogReader, _ app: any ReplayableApp.Type, from first: UInt64,
    to last: UInt64
  ) throws {
    let (one, other) = (try Replay(one, of: app), try Replay(other, of: app))
    for number in first...last {
      try one.go(to: Step(number))
      try other.go(to: Step(number))
      let (digests, expected) = (try one.digests(), try other.digests())
      #expect(digests == expected, "step \(number)")
      guard number > first else { continue }
      #expect(
        try one.log.entry(at: Step(number)).payload() == other.log.entry(at: Step(number)).payload()
      )
    }
  }
}

extension Fixture {
  fileprivate func type() throws -> any ReplayableApp.Type {
    try #require(sampleApps.first { $0.appName == app })
  }
}

extension Desk {
  fileprivate func expectGood(
    _ call: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = playhead(call)
    #expect(
      outcome.code == .good && outcome.error.isEmpty, "\(call): \(outcome.output)\(outcome.error)",
      sourceLocation: sourceLocation)
  }
}
