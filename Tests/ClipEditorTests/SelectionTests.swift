import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `Taps in the preview` {
  private let sticker = ItemID(.sticker, 1)

  @Test
  func `tapping a sticker in the clip editor selects it in preview and track and opens its menu`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("select text 1", "place 10 10", "select nothing", "tap 55 45")
    #expect(session.editor.preview.selected == sticker)
    #expect(session.editor.selected == sticker)
    #expect(session.editor.menu == .item(sticker))
    #expect(session.editor.menu.level == 3)
  }

  @Test func `selecting a sticker changes only the clip editor's track, preview and menu stores`()
    async throws
  {
    let session = try await EditorSession.holiday()
    #expect(session.dispatch(SelectItem(sticker)) == ["tracks", "preview", "menu"])
    #expect(session.dispatch(SelectItem(sticker)) == [])
    #expect(session.dispatch(SelectItem(nothingIn: .film)) == ["tracks", "preview", "menu"])
    #expect(session.editor.menu == .kind(.sticker))
  }

  @Test func `a tap in the clip editor selects the topmost sticker or text close to it`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("tap 50 50")
    #expect(session.editor.selected == ItemID(.text, 1))
    try await session.perform("place 10 10", "tap 60 60")
    #expect(session.editor.selected == sticker)
    try await session.perform("tap 61 60")
    #expect(session.editor.selected == nil)
  }

  @Test func `a tap in the clip editor does not select a sticker before its start time`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("seek 0.5", "tap 50 50")
    #expect(session.editor.selected == nil)
  }
}

@Suite struct `A selection` {
  @Test func `selecting a clip moves the preview to the clip and shows no handles there`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("select clip 2")
    #expect(session.editor.preview.position == 4000)
    #expect(session.editor.preview.selected == nil)
    #expect(session.editor.selected == ItemID(.clip, 2))
    try await session.perform("seek 5", "select clip 2")
    #expect(session.editor.preview.position == 5000)
  }

  @Test func `selecting an item that the film does not have changes nothing`() async throws {
    let session = try await EditorSession.holiday()
    for kind in ItemKind.allCases {
      #expect(session.dispatch(SelectItem(ItemID(kind, 9))) == [])
    }
  }

  @Test func `deleting the selected sticker clears the clip editor's selection`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("select sticker 1")
    #expect(
      session.dispatch(DeleteItem(ItemID(.sticker, 1)))
        == ["history", "stickers", "tracks", "preview", "menu"])
    #expect(session.editor.selected == nil)
    #expect(session.editor.menu == .kind(.sticker))
  }

  @Test func `undo, redo and loading a draft clear the clip editor's selection`() async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("save a")
    for line in ["undo", "redo", "load a"] {
      try await session.perform("select sticker 1", line)
      #expect(session.editor.selected == nil, "\(line)")
      #expect(session.editor.preview.selected == nil, "\(line)")
      #expect(session.editor.menu.level < 3, "\(line)")
    }
  }

  @Test
  func `unplugging a plug-in of the clip editor clears the selection if it owns the selected item`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("select sticker 1", "unplug filters")
    #expect(session.editor.menu.level == 3)
    try await session.perform("unplug stickers")
    #expect(session.editor.selected == nil)
    #expect(session.editor.preview.selected == nil)
    #expect(session.editor.menu == .main)
  }
}

@Suite struct `The menu` {
}
