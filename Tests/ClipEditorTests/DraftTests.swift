import ClipEditor
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite struct `A draft` {
  @Test
  func
    `loading a draft in the clip editor restores the film and its cover and empties the undo history`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("cover open", "add text 1 Hello", "cover close", "save a")
    let saved = session.editor.draft
    try await session.perform(
      "select clip 1", "delete", "cover open", "seek 1", "cover close", "load a")
    #expect(session.editor.draft == saved)
    #expect(session.editor.history == History())
    #expect(session.editor.preview.duration == 7000)
    #expect(session.editor.preview.position == 0)
  }

  @Test
  func
    `loading a missing, damaged or invalid draft in the clip editor is an error with one sentence`()
    async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("save good")
    let film = session.film
    session.files.change { files in
      let good = String(decoding: files.drafts["good"] ?? Data(), as: UTF8.self)
      files.drafts["torn"] = Data(good.utf8.prefix(100))
      files.drafts["long"] = Data(good.replacing("4000", with: "9000000000000000000").utf8)
      files.drafts["twice"] = Data(good.replacing(#""number" : 2"#, with: #""number" : 1"#).utf8)
      files.drafts["away"] = Data(good.replacing(#""x" : 50"#, with: #""x" : 101"#).utf8)
      files.drafts["mute"] = Data(good.replacing("audio", with: "video").utf8)
    }
    for (name, sentence) in [
      ("none", "there is no draft 'none'; 'save none' makes one"),
      ("torn", damaged("torn", "it is no draft of this editor")),
      ("long", damaged("long", "clip 1 has a length that no clip has")),
      ("twice", damaged("twice", "its tracks are not numbered one by one")),
      ("away", damaged("away", "sticker 1 has a time or place that none has")),
      ("mute", damaged("mute", "a film has two video tracks and an audio track")),
    ] {
      try await session.perform("load \(name)")
      #expect(session.editor.knownDrafts.status == .failed(sentence))
      #expect(session.film == film)
    }
  }

  @Test(arguments: [
    (
      "load a",
      "draft 'a' cannot be read (the disk is locked); load another, or 'drafts FOLDER' chooses "
        + "another folder"
    ),
    (
      "save a",
      "draft 'a' cannot be saved (the disk is full); 'drafts FOLDER' chooses another folder"
    ),
  ])
  func `loading or saving a draft on a disk that fails is an error that suggests another folder`(
    line: String, sentence: String
  ) async throws {
    let session = try await EditorSession.holiday()
    session.files.change { files in
      files.isLocked = true
      files.isFull = true
    }
    try await session.perform(line)
    #expect(session.editor.knownDrafts.status == .failed(sentence))
    #expect(session.editor.knownDrafts.names == [])
  }

  @Test
  func `the clip editor saves a draft in the chosen folder, and another session finds it there`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let one = try EditorSession(keptIn: DraftFolder())
    try await one.perform("drafts \(folder)", "add clip 4 beach", "save mine")
    let other = try EditorSession(keptIn: DraftFolder())
    try await other.perform("drafts \(folder)")
    #expect(other.editor.knownDrafts.names == ["mine"])
    try await other.perform("load mine")
    #expect(other.editor.draft == one.editor.draft)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mine.draft.json"])
  }

  @Test func `the clip editor deletes its temporary drafts folder at the end of the session`()
    async throws
  {
    let files = DraftFolder()
    let session = try EditorSession(keptIn: files)
    try await session.perform("add clip 4 beach", "save mine")
    #expect(FileManager.default.fileExists(atPath: files.own.path))
    await session.finish()
    // The session still has it: it is not gone because nobody does.
    #expect(!FileManager.default.fileExists(atPath: files.own.path))
    withExtendedLifetime(session) {}
  }

  @Test func `choosing a file as the clip editor's drafts folder is an error`()
    async throws
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let session = try EditorSession(keptIn: DraftFolder())
    try Data().write(to: URL(filePath: path))
    try await session.perform("drafts \(path)")
    #expect(
      session.editor.knownDrafts.status
        == .failed("the folder cannot be used (Not a directory); 'drafts FOLDER' chooses another"))
  }

  private func damaged(_ name: String, _ reason: String) -> String {
    "draft '\(name)' is damaged: \(reason); load another, or save it again"
  }
}
