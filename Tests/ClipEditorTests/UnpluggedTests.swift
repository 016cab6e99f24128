import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `An unplugged plug-in` {
  @Test func `the clip editor refuses to undo or redo an edit of an unplugged plug-in's item`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("unplug filters")
    let states = try session.states
    let sentence = "the filters are unplugged; 'plug filters' puts them in again"
    #expect(session.refusal(of: "undo") == sentence)
    #expect(session.dispatch(Undo()) == [])
    #expect(try session.states == states)
    try await session.perform("plug filters", "undo")
    #expect(session.film.filters == [])
    try await session.perform("unplug filters")
    #expect(session.refusal(of: "redo") == sentence)
    #expect(session.dispatch(Redo()) == ["history"], "it forgets what the last undo went back to")
    #expect(session.film.filters == [])
  }

  @Test func `while a plug-in is unplugged, the clip editor can undo edits of other plug-ins`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("select text 1", "rename Ocean", "unplug filters", "undo")
    #expect(session.film.texts.map(\.name) == ["Sea"])
    #expect(session.film.filters.map(\.name) == ["warm"])
  }

  @Test func `the clip editor refuses to load a draft while a plug-in is unplugged`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("save a", "add sticker 1 moon", "unplug stickers")
    #expect(
      session.refusal(of: "load a")
        == "the stickers are unplugged; 'plug stickers' puts them in again")
    try await session.perform("plug stickers", "load a")
    #expect(session.film.stickers.map(\.name) == ["star"])
  }
}
