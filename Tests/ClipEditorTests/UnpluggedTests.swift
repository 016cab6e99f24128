import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `While a plug-in is unplugged` {
  @Test func `an edit of its items is not undone, as it would take no part`() async throws {
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

  @Test func `others' edits are undone`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("select text 1", "rename Ocean", "unplug filters", "undo")
    #expect(session.film.texts.map(\.name) == ["Sea"])
    #expect(session.film.filters.map(\.name) == ["warm"])
  }

  @Test func `no draft is loaded, which would keep what it has of the film before`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("save a", "add sticker 1 moon", "unplug stickers")
    #expect(
      session.refusal(of: "load a")
        == "the stickers are unplugged; 'plug stickers' puts them in again")
    try await session.perform("plug stickers", "load a")
    #expect(session.film.stickers.map(\.name) == ["star"])
  }
}
