import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// The picture: the visible moment of the film, the play state, and the item with handles.
final class PreviewPlugin: ScenePlugin, EditorLifeCycle {
  let name = "preview"
  let scene: Scene
  let injected = Locked<EditorContext?>(nil)
  let preview: Store<Preview>

  /// It shows the items of these, and the tracks give the film's length.
  let after = ["history", "tracks", "stickers", "texts", "filters"]

  var stores: [any AnyStore] { [preview] }

  init(_ scene: Scene, _ fault: ClipEditorFault? = nil) {
    self.scene = scene
    preview = Store(scene.storeName("preview"), Preview())
    handlePlaying()
    handleSelecting()
    handleEdits()
    handleReplacements(keepingHandles: fault == .keptHandles)
  }

  /// Pauses the film, because no one would see it play.
  func editorWillDisappear() {
    if context?.preview().isPlaying == true {
      context?.dispatcher.dispatch(SetPlayState(to: .paused))
    }
  }

  private func handlePlaying() {
    preview.on(Seek.self) { [scene] preview, action, context in
      guard action.scene == scene else { return context.leaveUnchanged() }
      context.change(&preview) { $0.seek(to: action.to) }
    }
    // A cover is a still.
    guard scene == .film else { return }
    preview.on(SetPlayState.self) { preview, action, context in
      context.change(&preview) { $0.setPlayState(to: action.to) }
    }
    preview.on(Progress.self) { preview, action, context in
      context.change(&preview) { $0.progress(by: action.by) }
    }
  }

  private func handleSelecting() {
    preview.on(SelectItem.self) { [weak self, scene] preview, action, context in
      guard action.scene == scene, let composition = self?.context?.composition else {
        return context.leaveUnchanged()
      }
      context.change(&preview) { $0.select(action.item, of: composition) }
    }
    preview.on(UnloadPlugin.self) { [weak self] preview, _, context in
      guard let kind = preview.selected?.kind, self?.context?.has(kind) == false else {
        return context.leaveUnchanged()
      }
      preview.selected = nil
    }
  }

  private func handleEdits() {
    preview.onEdits { [weak self, scene] preview, edit, context in
      guard edit.scene == scene, let film = self?.context?.tracks() else {
        return context.leaveUnchanged()
      }
      context.change(&preview) {
        $0.show(filmOf: film.duration)
        if let edit = edit as? DeleteItem, edit.item == $0.selected { $0.selected = nil }
      }
    }
  }

  private func handleReplacements(keepingHandles: Bool) {
    preview.on(anyOf: Undo.self, Redo.self) { [weak self, scene] preview, action, context in
      guard scene.isTimeTravel(action), let now = self?.context, now.restored() != nil else {
        return context.leaveUnchanged()
      }
      context.change(&preview) {
        if keepingHandles { $0.follow(in: now.composition) } else { $0.selected = nil }
        $0.show(filmOf: now.tracks().duration)
      }
    }
    preview.on(anyOf: DraftLoaded.self, OpenCover.self) {
      [weak self, scene] preview, action, context in
      guard scene.newContents(from: action) != nil, let film = self?.context?.tracks() else {
        return context.leaveUnchanged()
      }
      context.change(&preview) {
        $0 = Preview(filmOf: film.duration)
        if let action = action as? OpenCover { $0.seek(to: action.cover.frame) }
      }
    }
  }
}
