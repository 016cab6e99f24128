import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// Stickers, texts or filters of one scene.
///
/// The film has three plug-ins of this type, and the cover two, each with its own store.
final class OverlayPlugin: ScenePlugin {
  let name: String
  let scene: Scene
  let injected = Locked<EditorContext?>(nil)
  let overlays: Store<[Overlay]>

  /// On undo, the history says what to restore.
  let after = ["history"]

  var stores: [any AnyStore] { [overlays] }

  init(_ kind: ItemKind, in scene: Scene) {
    name = kind.plugin
    self.scene = scene
    overlays = Store(scene.storeName(kind.plugin), [])
    overlays.onEdits { overlays, edit, context in
      guard edit.scene == scene, edit.kind == kind else { return context.leaveUnchanged() }
      context.change(&overlays) { edit.apply(to: &$0) }
    }
    overlays.on(anyOf: Undo.self, Redo.self) { [weak self] overlays, action, context in
      guard scene.isTimeTravel(action), let restored = self?.context?.restored() else {
        return context.leaveUnchanged()
      }
      context.change(&overlays) { $0 = restored[kind] }
    }
    overlays.on(anyOf: DraftLoaded.self, OpenCover.self) { overlays, action, context in
      guard let contents = scene.newContents(from: action) else { return context.leaveUnchanged() }
      context.change(&overlays) { $0 = contents[kind] }
    }
  }
}
