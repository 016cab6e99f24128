import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `Undo and redo` {
  @Test func `edits without effect are not added to the clip editor's undo history`() async throws {
    let session = try await EditorSession.holiday()
    let count = session.editor.history.undoable.count
    #expect(session.dispatch(DeleteItem(ItemID(.sticker, 9))) == [])
    #expect(session.dispatch(TrimItem(ItemID(.clip, 1), from: 0, to: 4000)) == [])
    try await session.perform("seek 3", "select text 1", "menu")
    #expect(session.editor.history.undoable.count == count)
  }

  @Test func `the clip editor's undo history forgets the oldest edits beyond its limit`() throws {
    let session = try EditorSession()
    for number in 0..<History.limit + 5 {
      session.dispatch(AddItem(.clip, "\(number)", duration: 1000))
    }
    #expect(session.editor.history.undoable.count == History.limit)
    for _ in 0..<History.limit { session.dispatch(Undo()) }
    #expect(session.clips == ["0", "1", "2", "3", "4"])
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `undo restores each earlier state of random edits, and redo each later one`(seed: UInt64)
    throws
  {
    let session = try EditorSession()
    var random = SplitMix64(seed: seed)
    var films = [session.film]
    while films.count <= History.limit {
      session.editor.dispatcher.dispatch(random.edit())
      if session.film != films.last { films.append(session.film) }
    }
    for film in films.dropLast().reversed() {
      session.dispatch(Undo())
      #expect(session.film == film)
    }
    for film in films.dropFirst() {
      session.dispatch(Redo())
      #expect(session.film == film)
    }
  }
}
