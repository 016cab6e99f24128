import ClipEditor
import FluxTesting
import PlayheadFlux
import Testing

@Suite struct `The player` {
  @Test
  func
    `the clip editor's player dispatches an action per frame, caused by the action that started it`()
    async throws
  {
    let session = try EditorSession()
    try await session.perform("add clip 0.1 a", "play", "wait")
    #expect(session.editor.preview.position == 100)
    #expect(!session.editor.preview.isPlaying)
    let start = session.tape.entries(of: SetPlayState.self).first?.turn
    let progress = session.tape.entries(of: Progress.self)
    #expect(progress.map(\.cause) == [start, start, start])
    #expect(session.clock.frames == 3)
  }

  @Test
  func `the clip editor's player clears the selection and stops at a pause or the session's end`()
    async throws
  {
    let session = try await EditorSession.holiday(timePasses: false)
    for end in [{ try await session.perform("pause") }, { await session.finish() }]
      as [() async throws -> Void]
    {
      try await session.perform("select sticker 1", "play")
      #expect(session.editor.selected == nil)
      #expect(session.editor.preview.playState == .playing(until: 7000))
      try await end()
      #expect(session.editor.preview.playState == .paused)
      // It is not waiting for a frame any more.
      try await session.perform("wait")
      #expect(session.tape.entries(of: Progress.self).isEmpty)
    }
  }

  @Test func `the clip editor's player stops when the film becomes shorter than its position`()
    async throws
  {
    let session = try await EditorSession.holiday(timePasses: false)
    try await session.perform("seek 5", "play")
    session.dispatch(DeleteItem(ItemID(.clip, 1)))
    #expect(session.editor.preview.position == 3000)
    #expect(!session.editor.preview.isPlaying)
    await session.finish()
  }

  @Test func `the clip editor's paused player ignores progress, and a seek stays within the film`()
    async throws
  {
    let session = try await EditorSession.holiday()
    #expect(session.dispatch(Progress(by: 40)) == [])
    #expect(session.dispatch(SetPlayState(to: .playing(until: Int.min))) == [])
    session.dispatch(Seek(to: Int.max))
    #expect(session.editor.preview.position == 7000)
    session.dispatch(Seek(to: Int.min))
    #expect(session.editor.preview.position == 0)
  }
}
