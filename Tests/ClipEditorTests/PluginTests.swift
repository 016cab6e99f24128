import ClipEditor
import FluxTesting
import PlayheadFlux
import PlayheadPlugins
import Synchronization
import Testing

/// A plug-in that nobody in the editor knows of.
private final class Visitor: Plugin, PreviewSubscriber, EditorLifeCycle {
  let name = "visitor"
  let seen: Store<Int>
  private let calls = Mutex<[String]>([])

  var stores: [any AnyStore] { [seen] }

  init() {
    seen = Store("visitor", 0).on(AddItem.self) { seen, _ in seen += 1 }
  }

  var heard: [String] { calls.withLock { $0 } }

  func pluginDidLoad(_ context: EditorContext) { hear("load \(context.scene)") }
  func pluginDidUnload() { hear("unload") }
  func editorDidAppear() { hear("appear") }
  func editorWillDisappear() { hear("disappear") }

  func didSeek(to position: Int) { hear("seek \(position)") }
  func didProgress(to position: Int) { hear("progress \(position)") }
  func playStateDidChange(to state: PlayState) { hear(state == .paused ? "pause" : "play") }

  private func hear(_ call: String) { calls.withLock { $0.append(call) } }
}

@Suite struct `The editor's plug-ins` {
  @Test func `an edit in the clip editor changes only the stores of the plug-ins that it concerns`()
    async throws
  {
    let session = try await EditorSession.holiday()
    #expect(session.dispatch(AddItem(.sticker, "x", duration: 1000)) == ["history", "stickers"])
    #expect(session.dispatch(AddItem(.text, "x", duration: 1000)) == ["history", "texts"])
    #expect(session.dispatch(AddItem(.filter, "x", duration: 1000)) == ["history", "filters"])
    #expect(
      session.dispatch(AddItem(.clip, "x", duration: 1000)) == ["history", "tracks", "preview"])
    #expect(session.dispatch(Seek(to: 10)) == ["preview"])
    #expect(session.dispatch(OpenMenu(.clip)) == ["menu"])
  }

  @Test
  func
    `a plug-in of the clip editor gets its context when it loads, and then the editor's callbacks`()
    async throws
  {
    let visitor = Visitor()
    let session = try EditorSession(extra: [visitor])
    session.editor.start()
    try await session.perform("add clip 0.08 a", "seek 0.04", "play", "wait")
    await session.finish()
    #expect(
      visitor.heard == [
        "load film", "appear", "seek 40", "play", "progress 80", "disappear",
      ])
    #expect(visitor.seen.state == 1)
  }

  @Test
  func `an unplugged plug-in of the clip editor ignores actions until it is plugged in again`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("unplug stickers")
    #expect(session.dispatch(AddItem(.sticker, "moon", duration: 1000)) == [])
    #expect(session.dispatch(DeleteItem(ItemID(.sticker, 1))) == [])
    #expect(session.editor.history.undoable.count == 5)
    try await session.perform("plug stickers", "add sticker 1 moon")
    #expect(session.film.stickers.map(\.name) == ["star", "moon"])
    try await session.perform("undo")
    #expect(session.film.stickers.map(\.name) == ["star"])
  }
}

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
