import PlayheadFlux
import PlayheadPlugins

/// The plug-ins of every scene, and their common context: the base of the editor and the cover editor.
struct SceneParts: Sendable {
  let scene: Scene
  let history: HistoryPlugin
  let stickers: OverlayPlugin
  let texts: OverlayPlugin
  let preview: PreviewPlugin
  let menu: MenuPlugin

  init(_ scene: Scene, _ fault: ClipEditorFault? = nil) {
    self.scene = scene
    history = HistoryPlugin(scene, fault)
    stickers = OverlayPlugin(.sticker, in: scene)
    texts = OverlayPlugin(.text, in: scene)
    preview = PreviewPlugin(scene, fault)
    menu = MenuPlugin(scene)
  }

  var plugins: [any Plugin<EditorContext>] { [history, stickers, texts, preview, menu] }

  /// The context of the scene's plug-ins.
  ///
  /// - Parameters:
  ///   - dispatcher: Takes the actions.
  ///   - tracks: The film's tracks.
  ///   - filters: The scene's filters, if it has any.
  ///   - selection: The selected item, if it is not the one with handles in the preview.
  ///   - loaded: The loaded plug-ins.
  func context(
    of dispatcher: Dispatcher, tracks: @escaping @Sendable () -> [Track],
    filters: (@Sendable () -> [Overlay])? = nil, selection: (@Sendable () -> ItemID?)? = nil,
    loaded: Store<LoadedPlugins>
  ) -> EditorContext {
    let stickers = stickers.overlays
    let texts = texts.overlays
    let preview = preview.preview
    let history = history.history
    return EditorContext(
      scene: scene, dispatcher: dispatcher, tracks: tracks,
      overlays: { kind in
        switch kind {
        case .clip: []
        case .sticker: stickers.state
        case .text: texts.state
        case .filter: filters?() ?? []
        }
      },
      preview: { preview.state },
      selection: selection ?? { preview.state.selected },
      restored: { history.state.restored },
      loaded: { loaded.state })
  }
}
