import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `The cover editor` {
  @Test func `the clip editor's cover editor ignores actions while it is closed`() async throws {
    let session = try await EditorSession.holiday()
    let before = try session.states
    for action: any Action in [
      AddItem(.text, "x", duration: 1000, in: .cover), Undo(in: .cover), Seek(to: 1, in: .cover),
      OpenMenu(.text, in: .cover), OpenCover(Cover(frame: 9)),
    ] {
      session.editor.dispatcher.dispatch(action)
    }
    #expect(try session.states == before)
  }
}
