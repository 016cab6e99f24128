import ClipEditor
import Foundation
import PlayheadFlux
import Testing

@Suite struct `The view` {

  @Test
  func
    `the clip editor's view lists the visible items from the lowest up and marks the selected one`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("select sticker 1")
    #expect(
      session.editor.view == """
        film: 1 s of 7 s, paused
          · clip 1 'beach'
          · filter 1 'warm'
          ◆ sticker 1 'star' at 50, 50
          · text 1 'Sea' at 50, 50
        video    [1 beach───────────────────────────][2 waves───────────────────]
        inset
        sound
        stickers          [*1 star─────────]
        texts             [1 Sea──]
        filters           [1 warm─────────────────────────────────────]
                          ▲
        menu 3 (sticker 1): trim, move, place, rename, delete
        [undo 5, redo 0 · drafts: none]
        """)
  }

  @Test
  func `the clip editor's view of 121 clips has at most 80 columns and counts the clips left out`()
    throws
  {
    let session = try EditorSession()
    session.dispatch(AddItem(.clip, "long", duration: 60_000))
    for _ in 1...120 { session.dispatch(AddItem(.clip, "frame", duration: 40)) }
    let lines = session.editor.view.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.hasPrefix("video    [1 long──") && $0.hasSuffix("─]…………… +115") })
    session.dispatch(SelectItem(ItemID(.clip, 60)))
    #expect(session.editor.view.contains("─]……*…… +115\n"))
  }

  @Test
  func `the clip editor's view of 76 items has 22 lines and shows the item made or selected last`()
    throws
  {
    let session = try EditorSession()
    session.dispatch(AddItem(.clip, "beach", duration: 4000))
    for kind in [ItemKind.filter, .text, .sticker] {
      for _ in 1...25 { session.dispatch(AddItem(kind, "x", duration: 1000)) }
    }
    #expect(lines(session).count == 22)
    #expect(session.editor.view.contains("· sticker 25 'x'"))
    #expect(session.editor.view.contains("\n         [25 x"))
    session.dispatch(SelectItem(ItemID(.text, 13)))
    #expect(lines(session).count == 22)
    #expect(session.editor.view.contains("◆ text 13 'x'"))
    #expect(session.editor.view.contains("\n         [*13 x"))
    session.dispatch(OpenMenu(.sticker, in: .film))
    #expect(
      session.editor.view.contains(
        "menu 2 (stickers): add, sticker 1, sticker 2, sticker 3, … 21 more, sticker 25\n"))
  }

  private func lines(_ session: EditorSession) -> [Substring] {
    session.editor.view.split(separator: "\n")
  }

  @Test
  func
    `the clip editor's view shows the open cover editor, and later the cover and unplugged plug-ins`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("cover open", "add text 1 Hello")
    #expect(
      session.editor.view == """
        cover: 1 s of 7 s, still
          · text 1 'Hello' at 50, 50
        menu 1: stickers, texts
        [undo 1, redo 0 · drafts: none]
        """)
    try await session.perform("cover close", "unplug filters")
    #expect(!session.editor.view.contains("warm"))
    #expect(
      session.editor.view.hasSuffix(
        "[undo 5, redo 0 · cover: film at 1 s with 1 thing on it · unplugged: filters · drafts: none]"
      ))
  }

  @Test func `the sample app's text view escapes control characters`() throws {
    let session = try EditorSession()
    session.dispatch(AddItem(.clip, "a\u{1B}[2J\nb\u{2028}", duration: 4000))
    #expect(session.editor.view.contains("clip 1 'a␛[2J␊b\u{FFFD}'"))
    #expect(session.editor.view.split(separator: "\n").count == 11)
  }
}

@Suite struct `The layers` {
  @Test
  func
    `the clip editor's sources of plug-ins, actions and effects mention no view and no view model`()
    throws
  {
    let shown = try types(declaredIn: "Views") + types(declaredIn: "ViewModels")
    #expect(Set(["EditorView", "EditorModel"]).isSubset(of: shown))
    for folder in ["Model", "Actions", "Plugins", "Effects"] {
      for (file, text) in try sources(in: folder) {
        for type in shown { #expect(!text.contains(type), "\(file) mentions \(type)") }
      }
    }
  }

  private func types(declaredIn folder: String) throws -> [String] {
    try sources(in: folder).flatMap { _, text in
      text.matches(of: /^struct (\w+)/.anchorsMatchLineEndings()).map { String($0.1) }
    }
  }

  private func sources(in folder: String) throws -> [(String, String)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Samples/ClipEditor/\(folder)").standardized
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map {
      ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8))
    }
  }
}
