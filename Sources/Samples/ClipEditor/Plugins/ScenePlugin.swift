import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// A plug-in of a scene, which keeps its context while it is loaded.
protocol ScenePlugin: Plugin where Context == EditorContext {
  /// Which scene it works in.
  var scene: Scene { get }

  /// Its place for the context.
  var injected: Locked<EditorContext?> { get }
}

extension ScenePlugin {
  /// What it works with; nil while it is not loaded.
  var context: EditorContext? { injected.value }

  func pluginDidLoad(_ context: EditorContext) { injected.withLock { $0 = context } }

  func pluginDidUnload() { injected.withLock { $0 = nil } }
}

extension Scene {
  /// What `action` puts in place of all that the scene has; nil for all other actions.
  func newContents(from action: any Action) -> Composition? {
    switch action {
    case let action as DraftLoaded where self == .film: action.draft.film
    case let action as OpenCover where self == .cover: action.cover.composition
    default: nil
    }
  }

  /// Whether `action` may change what is selected in the scene.
  func isConcerned(by action: any Action) -> Bool {
    switch action {
    case let action as SelectItem: action.scene == self
    case let action as DeleteItem: action.scene == self
    // Plug-ins do not know what their host is called; what it has loaded tells.
    case is UnloadPlugin: true
    default: isTimeTravel(action)
    }
  }

  /// Whether `action` is an undo or redo of the scene.
  func isTimeTravel(_ action: any Action) -> Bool {
    switch action {
    case let action as Undo: action.scene == self
    case let action as Redo: action.scene == self
    default: false
    }
  }
}
