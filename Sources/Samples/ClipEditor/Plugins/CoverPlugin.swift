import PlayheadFlux
import PlayheadPlugins

/// The cover editor: an editor of its own, packed into a plug-in.
///
/// It is made of the same types of plug-ins as the editor, under the cover's store names. While it is
/// not loaded, they handle no action.
final class CoverPlugin: Plugin {
  let name = "cover"
  let parts: SceneParts
  let host: PluginHost<EditorContext>

  /// A cover shows a moment of the film.
  let after = ["tracks"]

  var stores: [any AnyStore] { host.stores }

  init() throws(PluginError) {
    parts = SceneParts(.cover)
    host = try PluginHost("coverEditor", parts.plugins)
  }

  /// Opens the cover's plug-ins in a context of their own, which shares the film with the editor's.
  func pluginDidLoad(_ context: EditorContext) {
    host.open(in: self.context(in: context))
  }

  /// What the cover's plug-ins get: its own, and the film that the editor's have.
  func context(in editor: EditorContext) -> EditorContext {
    parts.context(of: editor.dispatcher, tracks: editor.tracks, loaded: host.loaded)
  }

  func pluginDidUnload() { host.close() }
}
