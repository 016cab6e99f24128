package import PlayheadFlux
import PlayheadPlugins

/// What a scene's plug-ins work with: the dispatcher, and a look at what they share.
///
/// The editor and the cover editor each hand out their own, so that one type of plug-in works in both
/// and none needs a singleton. What is looked at belongs to another plug-in. A handler may look at those
/// that are declared to come before its own; at itself it looks through its own parameter.
package struct EditorContext: Sendable {
  /// The scene.
  package let scene: Scene
  /// Where the scene's actions go.
  package let dispatcher: Dispatcher
  /// The film's tracks: the cover shows a moment of the film, so both scenes look at the same.
  let tracks: @Sendable () -> [Track]
  /// The scene's overlays of one kind.
  let overlays: @Sendable (ItemKind) -> [Overlay]
  /// The scene's preview.
  let preview: @Sendable () -> Preview
  /// What is selected in the scene.
  let selection: @Sendable () -> ItemID?
  /// What the scene's last undo or redo goes back to; nil if there was nothing to go back to.
  let restored: @Sendable () -> Composition?
  /// Which of the scene's plug-ins are loaded.
  let loaded: @Sendable () -> LoadedPlugins

  /// Whether the plug-in that has the items of a kind is loaded.
  func has(_ kind: ItemKind) -> Bool { loaded().contains(kind.plugin) }

  /// All that has been made in the scene.
  var composition: Composition {
    var composition = Composition(tracks: scene == .film ? tracks() : [])
    for kind in ItemKind.allCases { composition[kind] = overlays(kind) }
    return composition
  }
}
