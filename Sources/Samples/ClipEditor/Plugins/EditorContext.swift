package import PlayheadFlux
import PlayheadPlugins

/// The context of a scene's plug-ins: the dispatcher, and read access to their common data.
///
/// The editor and the cover editor each provide their own context, so that one type of plug-in works in both
/// and none needs a singleton. The data belongs to other plug-ins. A handler may read those that are declared
/// to come before its own plug-in. It reads its own state through its parameter.
package struct EditorContext: Sendable {
  /// The scene.
  package let scene: Scene
  /// Takes the scene's actions.
  package let dispatcher: Dispatcher
  /// The film's tracks. The cover shows a moment of the film, so both scenes use the same tracks.
  let tracks: @Sendable () -> [Track]
  /// The scene's overlays of one kind.
  let overlays: @Sendable (ItemKind) -> [Overlay]
  /// The scene's preview.
  let preview: @Sendable () -> Preview
  /// The selected item of the scene.
  let selection: @Sendable () -> ItemID?
  /// The composition that the scene's last undo or redo restores; nil if there was none.
  let restored: @Sendable () -> Composition?
  /// The loaded plug-ins of the scene.
  let loaded: @Sendable () -> LoadedPlugins

  /// Whether the plug-in with the items of a kind is loaded.
  func has(_ kind: ItemKind) -> Bool { loaded().contains(kind.plugin) }

  /// The user's work in the scene.
  var composition: Composition {
    var composition = Composition(tracks: scene == .film ? tracks() : [])
    for kind in ItemKind.allCases { composition[kind] = overlays(kind) }
    return composition
  }
}
