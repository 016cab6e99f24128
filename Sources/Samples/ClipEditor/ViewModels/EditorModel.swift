import PlayheadFlux
import PlayheadPlugins

/// Everything that the user sees.
struct EditorModel: Hashable {
  var scene: String
  var preview: PreviewModel
  /// Nil on a cover, which has no time.
  var timeline: TimelineModel?
  var menu: MenuModel
  var undoable: Int
  var redoable: Int
  /// The optional plug-ins that are not loaded.
  var unplugged: [String]
  var cover: String?
  var drafts: String

  /// The model for these states.
  init(_ states: SceneStates, cover: Cover?, drafts: Drafts) {
    let composition = states.composition.shown(states.loaded)
    let position = states.preview.position
    scene = states.scene.rawValue
    let latest =
      states.selected
      ?? states.composition.overlay(
        changedSince: states.history.undoable.last, in: states.scene)
    preview = PreviewModel(states.preview, composition, states.scene, latest: latest)
    if states.scene == .film {
      timeline = TimelineModel(
        composition, position: position, selected: states.selected, latest: latest)
    }
    let kinds = ItemKind.allCases.filter { states.loaded.contains($0.plugin) }
    menu = MenuModel(states.menu, composition, position: position, kinds: kinds, states.scene)
    undoable = states.history.undoable.count
    redoable = states.history.redoable.count
    unplugged =
      states.scene == .film
      ? ItemKind.allCases.filter { !states.loaded.contains($0.plugin) }.map(\.plugin) : []
    self.cover = cover.map(sentence)
    self.drafts = sentence(drafts)
  }
}

/// The visible states of one scene.
struct SceneStates: Sendable {
  var scene: Scene
  var composition: Composition
  var preview: Preview
  var selected: ItemID?
  var menu: Menu
  var history: History
  var loaded: LoadedPlugins
}

extension Composition {
  /// The overlay that was added or changed since `before`.
  fileprivate func overlay(changedSince before: Composition?, in scene: Scene) -> ItemID? {
    guard let before else { return nil }
    for kind in ItemKind.allCases {
      if let new = self[kind].first(where: { !before[kind].contains($0) }) {
        return ItemID(kind, new.number, in: scene)
      }
    }
    return nil
  }

  /// The composition without items of plug-ins that are not loaded.
  fileprivate func shown(_ loaded: LoadedPlugins) -> Composition {
    var shown = self
    for kind in ItemKind.allCases where !loaded.contains(kind.plugin) { shown[kind] = [] }
    return shown
  }
}

private func sentence(_ cover: Cover) -> String {
  let count = cover.composition.stickers.count + cover.composition.texts.count
  return "film at \(seconds(cover.frame)) with \(count) \(count == 1 ? "thing" : "things") on it"
}

private func sentence(_ drafts: Drafts) -> String {
  let names = drafts.names.isEmpty ? "none" : drafts.names.joined(separator: ", ")
  return switch drafts.status {
  case .idle: names
  case .listing: "looking for them …"
  case .saving(let name): "saving '\(name)' …"
  case .loading(let name): "loading '\(name)' …"
  case .saved(let name): "\(names) ('\(name)' is saved)"
  case .loaded(let name): "\(names) ('\(name)' is loaded)"
  case .failed(let sentence): "\(names) (\(sentence))"
  }
}
