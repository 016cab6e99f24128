import ClipEditor
import Foundation
import PlayheadFlux
import Testing

@Suite struct `A script of the fixtures` {
  static let names = ["edit", "cover", "drafts"]

  @Test(arguments: names) func `runs, and ends as it should`(name: String) throws {
    let session = try run(name)
    let expected = try String(contentsOf: file(name + ".expected.txt"), encoding: .utf8)
    #expect(session.editor.view + "\n" == expected)
  }

  @Test(arguments: names) func `leads to the same states when its actions are applied`(
    name: String
  ) throws {
    let session = try run(name)
    let replay = try EditorSession()
    for entry in session.journal.entries {
      let replayed = replay.editor.dispatcher.apply(
        entry.action, turn: entry.turn, cause: entry.cause, draws: entry.draws)
      #expect(replayed.fault == nil)
      #expect(replayed.changed == entry.changed, "\(entry)")
    }
    #expect(try replay.states == session.states)
    #expect(replay.editor.view == session.editor.view)
    #expect(replay.files.calls == 0)
    #expect(replay.clock.frames == 0)
    #expect(replay.journal.entries.isEmpty)
  }

  private func run(_ name: String) throws -> EditorSession {
    let session = try EditorSession()
    session.editor.start()
    let script = try String(contentsOf: file(name + ".txt"), encoding: .utf8)
    for line in script.split(separator: "\n") { try session.editor.perform(String(line)) }
    session.editor.finish()
    return session
  }

  private func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../fixtures/clip-editor/\(name)").standardized
  }
}
