import ClipEditor
import PlayheadFlux
import Testing

@Suite struct `The player` {
  @Test func `plays frame by frame to the end, each a consequence of the start`() throws {
    let session = try EditorSession()
    try session.perform("add clip 0.1 a", "play", "wait")
    #expect(session.editor.preview.position == 100)
    #expect(!session.editor.preview.isPlaying)
    let start = session.journal.entries(of: SetPlayState.self).first?.turn
    let progress = session.journal.entries(of: Progress.self)
    #expect(progress.map(\.cause) == [start, start, start])
    #expect(session.clock.frames == 3)
  }

  @Test func `plays as much as it is told to, and begins again at the end`() throws {
    let session = try EditorSession()
    try session.perform("add clip 1 a", "seek 0.5", "play 0.2", "wait")
    #expect(session.editor.preview.position == 700)
    try session.perform("seek 1", "play 0.1", "wait")
    #expect(session.editor.preview.position == 100)
  }

  @Test func `is stopped by a pause, and by the end of the editor`() throws {
    for end in [{ try $0.perform("pause") }, { $0.editor.finish() }]
      as [(EditorSession) throws -> Void]
    {
      let session = try EditorSession.holiday(timePasses: false)
      try session.perform("play")
      #expect(session.editor.preview.playState == .playing(until: 7000))
      try end(session)
      #expect(session.editor.preview.playState == .paused)
      // It is not waiting for a frame any more.
      try session.perform("wait")
      #expect(session.journal.entries(of: Progress.self).isEmpty)
    }
  }

  @Test func `deselects what would hide the picture, by an action`() throws {
    let session = try EditorSession.holiday(timePasses: false)
    try session.perform("select sticker 1", "play")
    #expect(session.editor.selected == nil)
    let last = session.journal.entries.last
    #expect(last?.action is SelectItem)
    #expect(last?.cause == session.journal.entries(of: SetPlayState.self).first?.turn)
    session.editor.finish()
  }

  @Test func `goes on from where it is sought to`() throws {
    let session = try EditorSession.holiday(timePasses: false)
    session.dispatch(SetPlayState(to: .playing(until: 3000)))
    session.dispatch(Seek(to: 2900))
    session.dispatch(Progress(by: 40))
    #expect(session.editor.preview.position == 2940)
    session.dispatch(Seek(to: 5000))
    #expect(!session.editor.preview.isPlaying)
    session.editor.finish()
  }

  @Test func `stops with the film when that gets shorter`() throws {
    let session = try EditorSession.holiday(timePasses: false)
    try session.perform("seek 5", "play")
    session.dispatch(DeleteItem(ItemID(.clip, 1)))
    #expect(session.editor.preview.position == 3000)
    #expect(!session.editor.preview.isPlaying)
    session.editor.finish()
  }

  @Test func `counts nothing that comes late or from anywhere`() throws {
    let session = try EditorSession.holiday()
    #expect(session.dispatch(Progress(by: 40)) == [])
    #expect(session.dispatch(SetPlayState(to: .playing(until: Int.min))) == [])
    session.dispatch(Seek(to: Int.max))
    #expect(session.editor.preview.position == 7000)
    session.dispatch(Seek(to: Int.min))
    #expect(session.editor.preview.position == 0)
  }
}
