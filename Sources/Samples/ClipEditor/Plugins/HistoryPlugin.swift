import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// Undo and redo of what is made in one scene.
///
/// It comes before all parts of the scene. So it sees what they are before an edit; and on `Undo` each
/// part takes its piece of what is found here.
final class HistoryPlugin: ScenePlugin {
  let name = "history"
  let scene: Scene
  let injected = Locked<EditorContext?>(nil)
  let history: Store<History>

  var stores: [any AnyStore] { [history] }

  init(_ scene: Scene, _ fault: ClipEditorFault? = nil) {
    self.scene = scene
    history = Store(scene.storeName("history"), History())
    history.onEdits { [weak self] history, edit, context in
      if fault == .forgottenMoves, edit is MoveItem { return context.leaveUnchanged() }
      guard let before = self?.composition(changedBy: edit) else { return context.leaveUnchanged() }
      history.remember(before)
    }
    history.on(anyOf: Undo.self, Redo.self) { [weak self] history, action, context in
      guard scene.isTimeTravel(action), let editor = self?.context else {
        return context.leaveUnchanged()
      }
      let (now, loaded) = (editor.composition, editor.loaded())
      context.change(&history) {
        action is Undo ? $0.undo(from: now, loaded) : $0.redo(from: now, loaded)
      }
    }
    history.on(anyOf: DraftLoaded.self, OpenCover.self) { history, action, context in
      guard scene.newContents(from: action) != nil else { return context.leaveUnchanged() }
      context.change(&history) { $0 = History() }
    }
  }

  /// What the scene is before an edit that will change it; nil if the edit will change nothing here.
  private func composition(changedBy edit: any Edit) -> Composition? {
    guard edit.scene == scene, let context, context.has(edit.kind) else {
      return nil
    }
    let before = context.composition
    var after = before
    after.apply(edit)
    return after == before ? nil : before
  }
}

/// What can be undone and redone, and what the last undo or redo goes back to.
package struct History: Codable, Hashable, Sendable {
  /// What the scene was before each edit, the last edit last.
  package private(set) var undoable: [Composition] = []

  /// What the scene was before each undo, the last undo last.
  package private(set) var redoable: [Composition] = []

  /// What the last `Undo` or `Redo` goes back to, for the parts that handle it later; nil if there was
  /// nothing to go back to.
  package private(set) var restored: Composition?

  /// How many edits can be undone. A composition shares with its neighbors what they have in common, so
  /// this is small in memory; but a recorded state has all of it, and a person does not count past it.
  package static let limit = 50

  /// Nothing to undo.
  package init() {}

  /// Takes note of what the scene was before an edit.
  mutating func remember(_ composition: Composition) {
    undoable.append(composition)
    if undoable.count > History.limit { undoable.removeFirst() }
    redoable = []
  }

  /// Goes back by an edit; not if that was one of a plug-in's that is not loaded, which would have no
  /// part in it.
  mutating func undo(from now: Composition, _ loaded: LoadedPlugins) {
    restored = History.pop(&undoable, from: now, loaded)
    if restored != nil { redoable.append(now) }
  }

  /// Goes forward by an edit, on the same condition.
  mutating func redo(from now: Composition, _ loaded: LoadedPlugins) {
    restored = History.pop(&redoable, from: now, loaded)
    if restored != nil { undoable.append(now) }
  }

  private static func pop(
    _ compositions: inout [Composition], from now: Composition, _ loaded: LoadedPlugins
  ) -> Composition? {
    guard let last = compositions.last, now.unloadedKind(changedBy: last, loaded) == nil else {
      return nil
    }
    return compositions.removeLast()
  }
}

extension Composition {
  /// A kind of item that is other in `other` and whose plug-in is not loaded.
  func unloadedKind(changedBy other: Composition, _ loaded: LoadedPlugins) -> ItemKind? {
    ItemKind.allCases.first { self[$0] != other[$0] && !loaded.contains($0.plugin) }
  }
}
