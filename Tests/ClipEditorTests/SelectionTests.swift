import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `Taps in the preview` {
  private let sticker = ItemID(.sticker, 1)

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
}

@Suite struct `A selection` {
  @Test func `undo, redo, a deletion and loading a draft clear the clip editor's selection`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("save a")
    for line in ["undo", "redo", "load a", "delete"] {
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
