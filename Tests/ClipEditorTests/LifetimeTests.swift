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
