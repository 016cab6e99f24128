import ClipEditor
import FluxTesting
import PlayheadFlux
import PlayheadReplay
import Testing

@Suite struct `A script of the fixtures` {
  static let names = ["edit", "cover", "drafts"]

  @Test(arguments: names) func `the clip editor shows the expected view at the end of each script`(
    name: String
  )
    async throws
  {
    let session = try await run(name)
    let expected = try FixtureFile.text("clip-editor/\(name).expected.txt")
    #expect(session.editor.view + "\n" == expected)
  }

  @Test(arguments: names)
  func `replaying the actions of a clip editor script gives the same states and runs no effects`(
    name: String
  ) async throws {
    let session = try await run(name)
    let replay = try EditorSession()
    #expect(session.tape.replay(in: replay.editor.dispatcher) == [])
    #expect(try replay.states == session.states)
    #expect(replay.editor.view == session.editor.view)
    // No file was touched, no timer started, nothing dispatched.
    #expect(replay.files.calls == 0)
    #expect(replay.clock.frames == 0)
    #expect(replay.tape.entries.isEmpty)
  }

  @Test
  func
    `a clip editor with the restored states of any step of a script goes on with the same states`()
    async throws
  {
    let session = try await run("cover")
    let entries = session.tape.entries
    let replay = try EditorSession()
    for step in entries.indices {
      let other = try EditorSession()
      let (from, to) = (replay.editor.dispatcher, other.editor.dispatcher)
      try to.restore(from.stores.map(\.anyState), of: to.stores)
      for editor in [replay.editor, other.editor] {
        editor.dispatcher.apply(entries[step].action, draws: entries[step].draws)
      }
      #expect(try other.states == replay.states, "\(entries[step].action)")
      #expect(other.tape.entries.isEmpty)
    }
    #expect(try replay.states == session.states)
  }

  private func run(_ name: String) async throws -> EditorSession {
    let session = try EditorSession()
    session.editor.start()
    let script = try FixtureFile.text("clip-editor/\(name).txt")
    try await session.perform(script.split(separator: "\n").map(String.init))
    await session.finish()
    return session
  }
}
