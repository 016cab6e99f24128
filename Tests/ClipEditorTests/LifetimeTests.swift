import ClipEditor
import Foundation
import PlayheadFlux
import PlayheadPlugins
import Testing

@Suite struct `The temporary drafts folder of a session` {
  @Test func `the clip editor deletes its temporary drafts folder at the end of the session`()
    async throws
  {
    let files = DraftFolder()
    let session = try EditorSession(keptIn: files)
    try await session.perform("add clip 4 beach", "save mine")
    #expect(files.ownFolderExists)
    await session.finish()
    // The session still has it: it is not gone because nobody does.
    #expect(!files.ownFolderExists)
    withExtendedLifetime(session) {}
  }

  @Test
  func `a deallocated DraftFolder object deletes the temporary drafts folder that it created`()
    throws
  {
    let own: URL
    do {
      let files = DraftFolder()
      own = files.own
      try files.write(Data("x".utf8), as: "a", in: nil)
    }
    #expect(!FileManager.default.fileExists(atPath: own.path))
  }

  @Test func `a DraftFolder object does not delete a folder that it did not create`()
    throws
  {
    let own: URL
    do {
      let files = DraftFolder()
      own = files.own
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      files.endSession()
    }
    defer { try? FileManager.default.removeItem(at: own) }
    #expect(FileManager.default.fileExists(atPath: own.path))
  }
}

@Suite struct `The lifetime of an editor` {
  @Test func `the clip editor's dispatcher, plug-ins and stores are deallocated with the editor`()
    async throws
  {
    weak var dispatcher: Dispatcher?
    weak var host: PluginHost<EditorContext>?
    weak var tracks: (any AnyStore)?
    do {
      let session = try EditorSession()
      dispatcher = session.editor.dispatcher
      host = session.editor.host
      tracks = session.editor.dispatcher.stores.first { $0.name == "tracks" }
      #expect(tracks != nil)
      session.dispatch(AddItem(.clip, "beach", duration: 4000))
      for line in ["cover open", "add text 1 Hello", "cover close", "unplug texts", "seek 1"] {
        try session.editor.perform(line)
      }
    }
    #expect(dispatcher == nil)
    #expect(host == nil)
    #expect(tracks == nil)
  }
}

extension DraftFolder {
  fileprivate var ownFolderExists: Bool { FileManager.default.fileExists(atPath: own.path) }
}
