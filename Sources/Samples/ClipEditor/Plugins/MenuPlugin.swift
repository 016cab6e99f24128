import PlayheadFlux
import PlayheadPlugins
import SampleSupport

/// The menu below the picture, with its three levels.
final class MenuPlugin: ScenePlugin, PreviewSubscriber {
  let name = "menu"
  let scene: Scene
  let injected = Locked<EditorContext?>(nil)
  let menu: Store<Menu>

  /// These say what is selected. The menu shows what can be done with it.
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

  /// Hides handles and menus while the film plays. The callback does not change a state itself: it dispatches
  /// an action, which a recording has.
  func playStateDidChange(to state: PlayState) {
    guard state != .paused, let context, context.selection() != nil else { return }
    context.dispatcher.dispatch(SelectItem(nothingIn: scene))
  }
}

/// The content of the menu.
package enum Menu: Codable, Hashable, Sendable {
  /// The first level: the kinds of items.
  case main
  /// The second level: the actions for one kind.
  case kind(ItemKind)
  /// The third level: the actions for one item.
  case item(ItemID)

  /// The level, from 1.
  package var level: Int {
    switch self {
    case .main: 1
    case .kind: 2
    case .item: 3
    }
  }

  /// Shows the selected item. Goes up a level if none is selected, and another if its plug-in is not loaded.
  mutating func follow(_ selected: ItemID?, among loaded: LoadedPlugins) {
    if let selected {
      self = .item(selected)
    } else if case .item(let item) = self {
      self = .kind(item.kind)
    }
    if case .kind(let kind) = self, !loaded.contains(kind.plugin) { self = .main }
  }
}
