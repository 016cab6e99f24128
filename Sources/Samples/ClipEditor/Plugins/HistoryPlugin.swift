import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// Undo and redo in one scene.
///
/// Comes before all other parts of the scene, so that it sees their states before an edit. On `Undo`, each
/// part takes its share of the composition found here.
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

  /// The scene's composition before an edit; nil if the edit changes nothing here.
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

/// The compositions to undo and redo, and the one that the last undo or redo restores.
package struct History: Codable, Hashable, Sendable {
  /// The compositions before each edit, the last edit last.
  package private(set) var undoable: [Composition] = []

  /// The compositions before each undo, the last undo last.
  package private(set) var redoable: [Composition] = []

  /// The composition that the last `Undo` or `Redo` restores, for later handlers; nil if there was none.
  package private(set) var restored: Composition?

  /// The most edits that can be undone. A composition shares unchanged parts with its neighbors, so it is
  /// small in memory. But a recorded state has all compositions, and a user does not count past this.
  package static let limit = 50

  /// Nothing to undo.
  package init() {}

  /// Adds the composition before an edit.
  mutating func remember(_ composition: Composition) {
    undoable.append(composition)
    if undoable.count > History.limit { undoable.removeFirst() }
    redoable = []
  }

  /// Goes back one edit, unless the edit belongs to a plug-in that is not loaded, and could not take part.
  mutating func undo(from now: Composition, _ loaded: LoadedPlugins) {
    restored = History.pop(&undoable, from: now, loaded)
    if restored != nil { redoable.append(now) }
  }

  /// Goes forward one edit, on the same condition.
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
  /// A kind of item that differs in `other`, and has no loaded plug-in.
  func unloadedKind(changedBy other: Composition, _ loaded: LoadedPlugins) -> ItemKind? {
    ItemKind.allCases.first { self[$0] != other[$0] && !loaded.contains($0.plugin) }
  }
}
