import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import Testing

/// Who changed what in the sessions of the sample apps, against every two consecutive states compared.
@Suite struct HistoryTests {
  /// With `PLAYHEAD_SOAK=1`, all paths and all values of all states of all sessions; so many paths otherwise.
  private static let share = 30

  @Test(arguments: Soak.isOn ? Fixture.all : Fixture.firsts)
  func `ChangeIndex finds the changes that a comparison of all states of a sample app's log finds`(
    fixture: Fixture
  ) throws {
    let session = try IndexedSession(LogReader(path: fixture.log.path), of: fixture.type)
    let places = Soak.isOn ? session.places : session.places(Self.share)
    for (path, step) in places {
      #expect(try session.index.disagreement(with: session.oracle, about: path, at: step) == nil)
    }
    let last = session.states.count - 1
    for step in Soak.isOn ? Array(0...last) : [last] {
      let state = session.states[step]
      #expect(
        try session.index.blameDisagreement(with: session.oracle, about: state, of: step) == nil)
    }
    if Soak.isOn {
      print("\(fixture.app)/\(fixture.name): \(last) steps, \(places.count) places")
    }
  }
}

extension Fixture {
  /// The app that it is a session of.
  fileprivate var type: any ReplayableApp.Type {
    get throws { try #require(sampleApps.first { $0.appName == app }) }
  }
}

/// A session with its index, its states, and what those tell.
private struct IndexedSession {
  let states: [Value]
  let oracle: BruteForce
  let index: ChangeIndex

  init(_ log: LogReader, of app: any ReplayableApp.Type) throws {
    let replay = try Replay(log, of: app)
    var states = [try replay.state()]
    while try replay.stepForward() { states.append(try replay.state()) }
    #expect(states.count == Int(log.lastStep.number) + 1)
    (self.states, oracle) = (states, BruteForce(states))
    index = try ChangeIndex(replay, in: nil)
  }

  /// The paths of all states' parts, and of what came to be there or went.
  var places: [(path: StatePath, step: Int)] {
    states.indices.flatMap { step in paths(at: step).map { (path: $0, step: step) } }
  }

  /// Some of them, always the same.
  func places(_ count: Int) -> [(path: StatePath, step: Int)] {
    var generator = SplitMix64(seed: 5)
    return (0..<count).map { _ in
      let step = Int.random(in: states.indices, using: &generator)
      return (paths(at: step).randomElement(using: &generator) ?? StatePath(), step)
    }
  }

  private func paths(at step: Int) -> [StatePath] {
    states[step].paths() + oracle.changedPaths(at: step)
  }
}
