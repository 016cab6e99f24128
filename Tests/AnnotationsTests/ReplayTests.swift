import Annotations
import FluxTesting
import Foundation
import PlayheadFlux
import SampleReplay
import Synchronization
import Testing

@Suite struct `A replay` {
  @Test(arguments: ["filters.txt", "issues.txt", "offline.txt"])
  func
    `a replay of an annotations script gives the same states and opens no database or connection`(
      script: String
    )
    async throws
  {
    let site = try await Site()
    try await site.perform(script: script)
    let world = World()
    let replay = try Annotations(
      inputs: .seeded(99), outside: world.outside)
    #expect(site.tape.replay(in: replay.dispatcher) == [])
    #expect(try replay.states == site.app.states)
    #expect(replay.view == site.app.view)
    #expect(world.databaseCount == 0)
    #expect(world.serverCount == 0)
  }

  @Test func `an annotations app that is not started opens no database and no connection`() throws {
    let world = World()
    let app = try Annotations(inputs: .seeded(), outside: world.outside)
    #expect(app.view == "no project is open · online, nothing waits")
    #expect(world.databaseCount == 0)
    #expect(world.serverCount == 0)
  }

  @Test
  func
    `the annotations app declares each action type of its scripts, so that a replay can decode it`()
    async throws
  {
    var used: Set<String> = []
    for script in ["filters.txt", "issues.txt", "offline.txt"] {
      used.formUnion(try await Tape.of(script).names)
    }
    let app = try Annotations(inputs: .seeded())
    let known = app.dispatcher.actionTypes + Annotations.otherActionTypes
    let names = known.map { $0.actionName }
    // All that only a failing database dispatches aside, the scripts use every action there is.
    #expect(used == Set(names).subtracting(["DatabaseFailed", "ChangeNotSaved"]))
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { !$0.contains(".") })
  }

  @Test func `a replay of decoded copies of an annotations script's actions gives the same states`()
    async throws
  {
    let site = try await Site()
    try await site.perform(script: "offline.txt")
    let replay = try Annotations(inputs: .seeded(99), outside: World().outside)
    for entry in site.tape.entries {
      replay.dispatcher.apply(
        try copy(entry.action), turn: entry.turn, cause: entry.cause, draws: entry.draws)
    }
    #expect(try replay.states == site.app.states)
  }

  private func copy<A: Action>(_ action: A) throws -> any Action {
    try JSONDecoder().decode(A.self, from: JSONEncoder().encode(action))
  }
}

@Suite struct `A script` {
  @Test(arguments: ["filters.txt", "issues.txt", "offline.txt"])
  func `an annotations script dispatches the same actions in two runs`(script: String) async throws
  {
    let one = try await Tape.of(script)
    let other = try await Tape.of(script)
    #expect(
      one.entries.map(String.init(describing:)) == other.entries.map(String.init(describing:)))
  }

  @Test(arguments: ["filters", "issues", "offline"])
  func `the sample app's view during each script in fixtures equals the stored transcript`(
    name: String
  ) async throws {
    let expected = try Site.fixture("\(name).expected.txt")
    #expect(try await Transcript(of: "\(name).txt").text == expected)
  }

  @Test func `the server accepts five changes of the annotations script 'offline' and rejects one`()
    async throws
  {
    let tape = try await Tape.of("offline.txt")
    #expect(tape.names.count { $0 == "ChangeAccepted" } == 5)
    #expect(tape.names.count { $0 == "ChangeRejected" } == 1)
    #expect(tape.cause(of: "ChangeRejected") == "NetworkChanged")
  }

  @Test
  func
    `the annotations script 'issues' pauses syncing once, and the server accepts each saved change`()
    async throws
  {
    let tape = try await Tape.of("issues.txt")
    #expect(tape.names.count { $0 == "SyncPaused" } == 1)
    #expect(tape.entries.contains { $0.name == "ChangeAccepted" && $0.cause != nil })
    #expect(tape.names.count { $0 == "ChangeSaved" } == tape.names.count { $0 == "ChangeAccepted" })
  }

  @Test func `the annotations script 'filters' uses all five filter actions`() async throws {
    let five: Set = [
      "ToggleFilter", "EnterFilterGroup", "LeaveFilterGroup", "ResetFilters", "ResetFiltersInGroup",
    ]
    #expect(five.isSubset(of: try await Tape.of("filters.txt").names))
  }
}

extension Tape {
  /// What a script dispatches in the app as people get it: with the site's own server.
  fileprivate static func of(_ script: String) async throws -> Tape {
    let world = World()
    let site = try await Site(world, outside: Outside(openDatabase: world.outside.openDatabase))
    try await site.perform(script: script)
    return site.tape
  }
}
