import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// The tracks with their clips, and the selected item.
final class TrackPlugin: ScenePlugin {
  let name = "tracks"
  let scene = Scene.film
  let injected = Locked<EditorContext?>(nil)
  let tracks: Store<TrackArea>

  /// On undo, the history says what to restore. A selected item must exist.
  let after = ["history", "stickers", "texts", "filters"]

  var stores: [any AnyStore] { [tracks] }

  init() {
    tracks = Store("tracks", TrackArea())
    handleEdits()
    handleReplacements()
    handleUnloading()
    tracks.on(SelectItem.self) { [weak self] area, action, context in
      guard action.scene == .film, self?.contains(action.item, area.tracks) == true else {
        return context.leaveUnchanged()
      }
      context.change(&area) { $0.selected = action.item }
    }
  }

  private func handleUnloading() {
    tracks.on(UnloadPlugin.self) { [weak self] area, _, context in
      guard let kind = area.selected?.kind, self?.context?.has(kind) == false else {
        return context.leaveUnchanged()
      }
      area.selected = nil
    }
  }

  private func handleEdits() {
    tracks.onEdits { area, edit, context in
      guard edit.scene == .film else { return context.leaveUnchanged() }
      context.change(&area) {
        if edit.kind == .clip { edit.apply(to: &$0.tracks) }
        if let edit = edit as? DeleteItem, edit.item == $0.selected { $0.selected = nil }
      }
    }
  }

  private func handleReplacements() {
    tracks.on(anyOf: Undo.self, Redo.self) { [weak self] area, action, context in
      guard Scene.film.isTimeTravel(action), let restored = self?.context?.restored() else {
        return context.leaveUnchanged()
      }
      context.change(&area) { $0 = TrackArea(tracks: restored.tracks) }
    }
    tracks.on(DraftLoaded.self) { area, action, context in
      context.change(&area) { $0 = TrackArea(tracks: action.draft.film.tracks) }
    }
  }

  /// Whether an item can be selected. Selecting nothing is always possible.
  private func contains(_ item: ItemID?, _ tracks: [Track]) -> Bool {
    guard let item else { return true }
    guard item.kind != .clip else { return tracks.range(of: item.number) != nil }
    return context?.overlays(item.kind).find(item.number) != nil
  }
}

/// The film's tracks, and the item selected on them or in the rows of overlays below.
package struct TrackArea: Codable, Hashable, Sendable {
  /// The tracks. The first one decides the film's length.
  package var tracks: [Track]
  /// The selected item, of any kind.
  package var selected: ItemID?

  /// Tracks with nothing selected.
  package init(tracks: [Track] = .ofNewFilm) { self.tracks = tracks }
}
