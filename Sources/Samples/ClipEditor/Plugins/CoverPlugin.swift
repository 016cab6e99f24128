import PlayheadFlux
import PlayheadPlugins

/// The cover editor: a complete editor in a plug-in.
///
/// Made of the editor's plug-in types, with the cover's store names. Handles no action while not loaded.
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

  /// Opens the cover's plug-ins in their own context, which shares the film with the editor's.
  func pluginDidLoad(_ context: EditorContext) {
    host.open(in: self.context(in: context))
  }

  /// The context of the cover's plug-ins: their own, with the editor's film.
  func context(in editor: EditorContext) -> EditorContext {
    parts.context(of: editor.dispatcher, tracks: editor.tracks, loaded: host.loaded)
  }

  func pluginDidUnload() { host.close() }
}
