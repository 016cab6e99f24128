import Dispatch
import PlayheadFlux
import PlayheadPlugins
import Synchronization
import Testing

/// What the article on plug-ins shows; in a type of its own, for it has names that others use as well.
enum PluginArchitecture {
  // begin
  enum ItemKind: String, Codable, Sendable { case clip, sticker, text }

  struct AddItem: Action {
    var kind: ItemKind
    var name: String
    var scene = "film"
  }

  struct SelectItem: Action {
    var kind: ItemKind?  // nil selects nothing
  }

  struct EditorContext: Sendable {
    let dispatcher: Dispatcher
    let selection: @Sendable () -> ItemKind?
  }

  protocol PreviewSubscriber {
    func playStateDidChange(isPlaying: Bool)
  }
  // end

  // begin
  final class ItemPlugin: Plugin {
    typealias Context = EditorContext
    let name: String
    let items: Store<[String]>
    var stores: [any AnyStore] { [items] }

    init(_ kind: ItemKind, in scene: String) {
      name = "\(kind)s"
      items = Store("\(scene)_\(kind)s", []).on(AddItem.self) { items, action, context in
        guard action.kind == kind, action.scene == scene else { return context.leaveUnchanged() }
        items.append(action.name)
      }
    }
  }
  // end

  struct Selection: Codable, Sendable {
    var kind: ItemKind?
  }

  /// The track area, as far as selecting goes.
  final class TrackPlugin: Plugin {
    typealias Context = EditorContext
    let name = "tracks"
    let selected = Store("tracks", Selection()).on(SelectItem.self) { $0.kind = $1.kind }
    var stores: [any AnyStore] { [selected] }
  }

  // begin
  final class MenuPlugin: Plugin, PreviewSubscriber {
    let name = "menu"
    let after = ["tracks"]  // it shows what the tracks have selected
    let level = Store("menu", 1)
    var stores: [any AnyStore] { [level] }
    private let context = Mutex<EditorContext?>(nil)

    init() {
      level.on(SelectItem.self) { [weak self] level, _, context in
        guard let editor = self?.editor else { return context.leaveUnchanged() }
        level = editor.selection() == nil ? 2 : 3
      }
    }

    func pluginDidLoad(_ context: EditorContext) { self.context.withLock { $0 = context } }
    func pluginDidUnload() { context.withLock { $0 = nil } }

    func playStateDidChange(isPlaying: Bool) {
      if isPlaying { editor?.dispatcher.dispatch(SelectItem(kind: nil)) }
    }

    private var editor: EditorContext? { context.withLock { $0 } }
  }
  // end

  // begin
  final class CoverPlugin: Plugin {
    let name = "cover"
    let host: PluginHost<EditorContext>
    var stores: [any AnyStore] { host.stores }

    init() throws {
      host = try PluginHost(
        "cover", [ItemPlugin(.sticker, in: "cover"), ItemPlugin(.text, in: "cover")])
    }

    func pluginDidLoad(_ context: EditorContext) { host.open(in: context) }
    func pluginDidUnload() { host.close() }
  }
  // end

  static func editor() throws -> (Dispatcher, PluginHost<EditorContext>) {
    // begin
    let tracks = TrackPlugin()
    let stickers = ItemPlugin(.sticker, in: "film")
    let host = try PluginHost(
      "editor", [MenuPlugin(), tracks, stickers, CoverPlugin()], unloaded: ["cover"])
    let dispatcher = Dispatcher(executor: .queue(DispatchQueue(label: "editing")))
    try dispatcher.register(host.stores)
    let selected = tracks.selected
    host.open(in: EditorContext(dispatcher: dispatcher, selection: { selected.state.kind }))
    // end
    return (dispatcher, host)
  }

  static func editing(_ dispatcher: Dispatcher, _ host: PluginHost<EditorContext>) {
    // begin
    dispatcher.dispatch(SelectItem(kind: .sticker))  // the menu is at its third level
    host.notify((any PreviewSubscriber).self) { $0.playStateDidChange(isPlaying: true) }

    dispatcher.dispatch(AddItem(kind: .sticker, name: "star", scene: "cover"))  // nobody takes it
    dispatcher.dispatch(LoadPlugin(host: "editor", plugin: "cover"))
    dispatcher.dispatch(AddItem(kind: .sticker, name: "flag", scene: "cover"))
    // end
  }
}

@Suite struct `The article on plug-ins` {
  @Test func `the example's plug-ins load in order, dispatch from callbacks and contain plug-ins`()
    throws
  {
    let (dispatcher, host) = try PluginArchitecture.editor()
    #expect(host.plugins.map(\.name) == ["tracks", "menu", "stickers", "cover"])
    let level = host.plugins.compactMap { $0 as? PluginArchitecture.MenuPlugin }.first?.level
    let levels = Mutex<[Int]>([])
    let observation = level?.observe { level in levels.withLock { $0.append(level) } }
    PluginArchitecture.editing(dispatcher, host)
    // Actions are handled on the queue, in the order of dispatch: with the last, all are.
    let done = DispatchSemaphore(value: 0)
    let cover = host.stores.first { $0.name == "cover_stickers" } as? Store<[String]>
    let loading = cover?.observe { if $0 == ["flag"] { done.signal() } }
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(levels.withLock { $0 } == [1, 3, 2])
    observation?.cancel()
    loading?.cancel()
  }
}
