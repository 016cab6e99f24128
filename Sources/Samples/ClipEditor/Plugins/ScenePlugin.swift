import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// A plug-in of a scene, which keeps its context while it is loaded.
protocol ScenePlugin: Plugin where Context == EditorContext {
  /// The plug-in's scene.
  var scene: Scene { get }

  /// Storage for the context.
  var injected: Locked<EditorContext?> { get }
}

extension ScenePlugin {
  /// The context; nil while the plug-in is not loaded.
  var context: EditorContext? { injected.value }

  func pluginDidLoad(_ context: EditorContext) { injected.withLock { $0 = context } }

  func pluginDidUnload() { injected.withLock { $0 = nil } }
}

extension Scene {
  /// The composition with which `action` replaces the whole scene; nil for other actions.
  func newContents(from action: any Action) -> Composition? {
    switch action {
    case let action as DraftLoaded where self == .film: action.draft.film
    case let action as OpenCover where self == .cover: action.cover.composition
    default: nil
    }
  }

  /// Whether `action` may change the selection of the scene.
  func isConcerned(by action: any Action) -> Bool {
    switch action {
    case let action as SelectItem: action.scene == self
    case let action as DeleteItem: action.scene == self
    // Plug-ins do not know their host's name. Its list of loaded plug-ins is enough.
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
