import PlayheadFlux
import PlayheadPlugins
import Synchronization
import Testing

// What the documentation comments of the plug-ins show.

final class Preview: Sendable {
  private let shown = Mutex<[String]>([])
  var overlays: [String] {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }
}

struct EditorContext: Sendable {
  var dispatcher: Dispatcher
  var preview: Preview
}

struct AddSticker: Action {
  var image: String
}

protocol PreviewDelegate: AnyObject, Sendable {
  func previewDidSeek(to seconds: Double)
}

final class TrackPlugin: Plugin, PreviewDelegate {
  typealias Context = EditorContext
  let name = "track"
  private let position = Mutex(0.0)
  var playhead: Double { position.withLock { $0 } }

  func previewDidSeek(to seconds: Double) { position.withLock { $0 = seconds } }
}

// begin
final class StickerPlugin: Plugin {
  let name = "stickers"
  let after = ["track"]
  let stickers = Store("stickers", [String]()).on(AddSticker.self) { $0.append($1.image) }
  var stores: [any AnyStore] { [stickers] }
  private let subscriptions = Subscriptions()

  func pluginDidLoad(_ context: EditorContext) {
    subscriptions.keep(stickers.observe { context.preview.overlays = $0 })
  }

  func pluginDidUnload() { subscriptions.cancelAll() }
}
// end

func plugging() throws {
  let dispatcher = Dispatcher()
  let preview = Preview()
  // begin
  let host = try PluginHost("plugins", [StickerPlugin(), TrackPlugin()])
  try dispatcher.register(host.stores)
  host.open(in: EditorContext(dispatcher: dispatcher, preview: preview))
  // end
  #expect(host.plugins.map(\.name) == ["track", "stickers"])
  dispatcher.dispatch(AddSticker(image: "star"))
  #expect(preview.overlays == ["star"])
  // begin
  host.notify((any PreviewDelegate).self) { $0.previewDidSeek(to: 2.5) }
  // end
  let track = host.plugins.first as? TrackPlugin
  #expect(track?.playhead == 2.5)
  dispatcher.dispatch(UnloadPlugin(host: "plugins", plugin: "stickers"))
  dispatcher.dispatch(AddSticker(image: "moon"))
  #expect(preview.overlays == ["star"])
}

func multicasting() {
  let controls = TrackPlugin()
  // begin
  let delegates = Multicast<any PreviewDelegate>()
  delegates.add(controls)
  delegates.call { $0.previewDidSeek(to: 2.5) }
  // end
  #expect(controls.playhead == 2.5)
}
