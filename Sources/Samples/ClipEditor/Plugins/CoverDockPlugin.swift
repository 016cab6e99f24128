import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// Keeps the finished cover for the editor, which needs nothing else from the cover editor.
///
/// Stays loaded without the cover editor.
final class CoverDockPlugin: ScenePlugin {
  let name = "cover-dock"
  let scene = Scene.film
  let injected = Locked<EditorContext?>(nil)
  let dock: Store<CoverDock>

  let after = ["cover"]

  var stores: [any AnyStore] { [dock] }

  init() {
    dock = Store("cover", CoverDock())
    dock.on(CloseCover.self) { dock, action, context in
      context.change(&dock) { $0.cover = action.cover ?? $0.cover }
    }
    dock.on(DraftLoaded.self) { dock, action, context in
      context.change(&dock) { $0.cover = action.draft.cover }
    }
  }
}

/// The film's cover.
package struct CoverDock: Codable, Hashable, Sendable {
  /// The cover; nil before it is made.
  package var cover: Cover?

  package init() {}
}
