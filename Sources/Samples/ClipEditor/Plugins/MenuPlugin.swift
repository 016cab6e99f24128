import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// The menu below the picture, with its three levels.
final class MenuPlugin: ScenePlugin, PreviewSubscriber {
  let name = "menu"
  let scene: Scene
  let injected = Locked<EditorContext?>(nil)
  let menu: Store<Menu>

  /// They say what is selected, and it shows what there is to do with that.
  let after = ["tracks", "preview"]

  var stores: [any AnyStore] { [menu] }

  init(_ scene: Scene) {
    self.scene = scene
    menu = Store(scene.storeName("menu"), .main)
    menu.on(OpenMenu.self) { menu, action, context in
      guard action.scene == scene else { return context.leaveUnchanged() }
      context.change(&menu) { $0 = action.kind.map(Menu.kind) ?? .main }
    }
    menu.on(anyOf: SelectItem.self, DeleteItem.self, Undo.self, Redo.self, UnloadPlugin.self) {
      [weak self] menu, action, context in
      guard scene.isConcerned(by: action), let now = self?.context else {
        return context.leaveUnchanged()
      }
      context.change(&menu) { $0.follow(now.selection(), among: now.loaded()) }
    }
    menu.on(anyOf: DraftLoaded.self, OpenCover.self) { menu, action, context in
      guard scene.newContents(from: action) != nil else { return context.leaveUnchanged() }
      context.change(&menu) { $0 = .main }
    }
  }

  /// A film that plays is to be seen, without handles and menus. The callback changes no state: the
  /// action does, and a recording has it.
  func playStateDidChange(to state: PlayState) {
    guard state != .paused, let context, context.selection() != nil else { return }
    context.dispatcher.dispatch(SelectItem(nothingIn: scene))
  }
}

/// What the menu shows.
package enum Menu: Codable, Hashable, Sendable {
  /// The first level: the kinds of items.
  case main
  /// The second level: what there is to do with one kind.
  case kind(ItemKind)
  /// The third level: what there is to do with one item.
  case item(ItemID)

  /// The level, from 1.
  package var level: Int {
    switch self {
    case .main: 1
    case .kind: 2
    case .item: 3
    }
  }

  /// Shows the selected item; when none is selected any more, goes back from there by a level, and
  /// when the plug-in of that level is gone, by another.
  mutating func follow(_ selected: ItemID?, among loaded: LoadedPlugins) {
    if let selected {
      self = .item(selected)
    } else if case .item(let item) = self {
      self = .kind(item.kind)
    }
    if case .kind(let kind) = self, !loaded.contains(kind.plugin) { self = .main }
  }
}
