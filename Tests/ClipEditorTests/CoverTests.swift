import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `The cover editor` {
  private let inner = [
    "coverEditor", "coverHistory", "coverStickers", "coverTexts", "coverPreview", "coverMenu",
  ]

  @Test func `the cover editor is made of the editor's plug-ins under names of its own`() throws {
    let names = try EditorSession().editor.dispatcher.stores.map(\.name)
    #expect(names.filter { $0.hasPrefix("cover") && $0 != "cover" } == inner)
  }

  @Test func `the cover editor is silent while it is closed`() async throws {
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

  @Test func `and the editor leave each other's actions alone`() async throws {
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

  @Test func `the cover editor begins with the moment that the film shows`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("seek 3", "cover open")
    #expect(session.editor.preview.position == 3000)
    #expect(session.editor.preview.duration == 7000)
  }

  @Test func `the cover editor hands over what was made when it is closed, and takes it again`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("cover open", "add text 1 Hello", "seek 2", "cover close")
    #expect(!session.editor.isCoverOpen)
    #expect(session.editor.draft.cover?.frame == 2000)
    #expect(session.editor.draft.cover?.composition.texts.map(\.name) == ["Hello"])
    try await session.perform("cover open")
    #expect(session.editor.composition.texts.map(\.name) == ["Hello"])
    #expect(session.editor.history.undoable.isEmpty)
    #expect(session.editor.menu == .main)
  }

  @Test func `the cover editor hands over nothing when it is canceled`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("cover open", "add text 1 Hello", "cover cancel")
    #expect(session.editor.draft.cover == nil)
    try await session.perform("cover open")
    #expect(session.editor.composition.texts.isEmpty)
  }

  @Test func `the cover editor undoes its own edits only`() async throws {
    let session = try await EditorSession.holiday()
    let film = session.film
    try await session.perform("cover open", "add text 1 Hello", "add sticker 1 sun", "undo")
    #expect(session.editor.composition.texts.count == 1)
    #expect(session.editor.composition.stickers.isEmpty)
    #expect(session.film == film)
    #expect(session.refusal(of: "undo") == nil)
    #expect(session.refusal(of: "undo") == "there is nothing to undo; edit first")
  }
}
