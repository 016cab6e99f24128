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

  @Test func `the clip editor's film and its cover editor ignore each other's actions`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("cover open")
    let text = AddItem(.text, "x", duration: 1000, in: .cover)
    #expect(session.dispatch(text) == ["coverHistory", "coverTexts"])
    #expect(
      session.dispatch(SelectItem(ItemID(.text, 1, in: .cover))) == ["coverPreview", "coverMenu"])
    #expect(session.dispatch(AddItem(.text, "y", duration: 1000)) == ["history", "texts"])
    #expect(session.film.texts.map(\.name) == ["Sea", "y"])
    #expect(session.editor.composition.texts.map(\.name) == ["x"])
    #expect(session.dispatch(Undo(in: .cover)).allSatisfy { $0.hasPrefix("cover") })
  }
}
