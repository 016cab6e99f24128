import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadTerminal
import TestSupport
import Testing

/// The sessions under `fixtures`, replayed by the apps as they are now. `tools/fixtures` makes them.
@Suite struct FixtureTests {
  @Test(arguments: Fixture.all)
  func `'verify' finds each sample app's log in the folder fixtures undamaged`(fixture: Fixture)
    throws
  {
    let outcome = try fixture.desk().playhead("verify \(fixture.name).playhead")
    #expect(outcome.code == .good && outcome.error.isEmpty, "\(outcome.error)")
  }

  @Test(arguments: Fixture.all)
  func `commands print the stored states for each sample app's log in the folder fixtures`(
    fixture: Fixture
  ) throws {
    #expect(try Transcript(at: fixture.states).complaint(on: fixture.desk()) == nil)
  }

  @Test(arguments: Fixture.all)
  func `each sample app's log in the folder fixtures has a digest per step and exact times`(
    fixture: Fixture
  ) throws {
    let log = try LogReader(path: fixture.log.path)
    let digested = Set(try log.digests().map(\.step.number))
    #expect(digested.isSuperset(of: 1...log.lastStep.number))
    #expect(try log.entry(at: 1).timing == .exact)
    #expect(log.isClosed && log.header.app == fixture.app)
  }
}

@Suite struct ScriptTests {
  @Test(arguments: Fixture.all)
  func `'record' accepts each sample app's script in the folder fixtures, and 'check' passes`(
    fixture: Fixture
  ) async throws {
    let desk = try Desk(apps: sampleApps)
    try desk.write(Data(contentsOf: fixture.script), to: "script.txt")
    let recorded = await onOwnThread {
      desk.inside {
        desk.playhead("record \(fixture.app) --input script.txt --exact -o new.playhead")
      }
    }
    #expect(recorded.code == .good, "\(recorded.error)")
    let checked = desk.playhead("check new.playhead")
    #expect(checked.code == .good, "\(checked.output)\(checked.error)")
  }
}

@Suite struct CollectionTests {
  @Test func `the folders in fixtures, the sample apps and the apps of 'playhead' are the same`()
    throws
  {
    #expect(Set(Fixture.apps) == Set(sampleApps.map { $0.appName }))
    let main = Fixture.root.appendingPathComponent("Sources/PlayheadCLI/main.swift")
    let text = try String(contentsOf: main, encoding: .utf8)
    let known = text.matches(of: /(\w+)\.self/).map { String($0.1) }
    #expect(Set(known) == Set(sampleApps.map { "\($0)" }))
  }
}
