import Annotations
import FluxTesting
import PlayheadFlux
import SampleReplay
import Testing

@Suite struct `A script` {
  private static let names = ["filters", "issues", "offline"]

  @Test(arguments: names)
  func `the sample app's view during each script in fixtures equals the stored transcript`(
    name: String
  ) async throws {
    let expected = try Site.fixture("\(name).expected.txt")
    #expect(try await Transcript(of: "\(name).txt").text == expected)
  }

  @Test(arguments: names)
  func
    `a replay of an annotations script gives the same states and opens no database or connection`(
      name: String
    )
    async throws
  {
    let site = try await Transcript(of: "\(name).txt").site
    let world = World()
    let replay = try Annotations(inputs: .seeded(99), outside: world.outside)
    #expect(site.tape.replay(in: replay.dispatcher) == [])
    #expect(try replay.states == site.app.states)
    #expect(replay.view == site.app.view)
    #expect(world.databaseCount == 0)
    #expect(world.serverCount == 0)
  }

  @Test
  func
    `the annotations app declares each action type of its scripts, so that a replay can decode it`()
    async throws
  {
    var used: Set<String> = []
    for name in Self.names {
      used.formUnion(try await Transcript(of: "\(name).txt").site.tape.names)
    }
    let app = try Annotations(inputs: .seeded())
    let known = app.dispatcher.actionTypes + Annotations.otherActionTypes
    let names = known.map { $0.actionName }
    // All that only a failing database dispatches aside, the scripts use every action there is.
    #expect(used == Set(names).subtracting(["DatabaseFailed", "ChangeNotSaved"]))
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { !$0.contains(".") })
  }
}

/// A script and what it shows: after each line those lines of the view that were not there before.
private struct Transcript {
  let site: Site
  private(set) var text = ""
  private var shown: Set<Substring> = []

  /// The transcript of a script in the app as people get it: with the site's own server.
  init(of script: String) async throws {
    let world = World()
    site = try await Site(world, outside: Outside(openDatabase: world.outside.openDatabase))
    show(site.app.view)
    text += "\n"
    for line in try Site.fixture(script).split(separator: "\n", omittingEmptySubsequences: false) {
      text += (line.isEmpty || line.hasPrefix("#") ? "" : "> ") + line + "\n"
      try await site.perform(String(line))
      show(site.app.view)
    }
  }

  private mutating func show(_ view: String) {
    let lines = view.split(separator: "\n")
    for line in lines where !shown.contains(line) { text += "\(line)\n" }
    shown = Set(lines)
  }
}
