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
    let expected = try FixtureFile.text("annotations/\(name).expected.txt")
    #expect(try await Transcript(of: name).text == expected)
  }

  @Test(arguments: names)
  func
    `a replay of an annotations script gives the same states and opens no database or connection`(
      name: String
    )
    async throws
  {
    let site = try await Transcript(of: name).site
    let world = World()
    let replay = try Annotations(inputs: .seeded(99), outside: world.outside)
    #expect(site.tape.replay(in: replay.dispatcher) == [])
    #expect(try replay.dispatcher.encodedStates() == site.states)
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
      used.formUnion(try await Transcript(of: name).site.tape.names)
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

/// A script and what it shows.
private struct Transcript {
  let site: Site
  private var transcript = ViewTranscript()

  var text: String { transcript.text }

  /// The transcript of a script in the app as people get it: with the site's own server.
  init(of script: String) async throws {
    let world = World()
    site = try await Site(world, outside: Outside(openDatabase: world.outside.openDatabase))
    transcript.show(site.app.view)
    transcript.add("")
    let lines = try FixtureFile.text("annotations/\(script).txt")
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      transcript.add((line.isEmpty || line.hasPrefix("#") ? "" : "> ") + line)
      try await site.perform(String(line))
      transcript.show(site.app.view)
    }
  }
}
