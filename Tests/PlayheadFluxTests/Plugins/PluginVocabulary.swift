import PlayheadFlux
import PlayheadPlugins
import Testing

/// What the host of these tests gives its plug-ins.
struct Desk: Sendable {
  var dispatcher = Dispatcher(inputs: .seeded())
  var journal = Journal()
}

/// A callback besides actions.
protocol Listening: AnyObject, Sendable {
  func hear(_ word: String)
}

/// A plug-in that counts actions, hears words, and writes down all that happens to it.
class Part: Plugin, Listening, @unchecked Sendable {
  let name: String
  let after: [String]
  let stores: [any AnyStore]
  fileprivate let desk = Guarded<Desk?>(nil)

  init(_ name: String, after: [String] = [], stores: [any AnyStore]? = nil) {
    self.name = name
    self.after = after
    self.stores = stores ?? [counter(name)]
  }

  var count: Int? { (stores.first as? any ErasedStore)?.anyState as? Int }

  func pluginDidLoad(_ context: Desk) {
    desk.withLock { $0 = context }
    context.journal.write("+\(name)")
  }

  func pluginDidUnload() { write("-\(name)") }

  func hear(_ word: String) { write("\(name) hears \(word)") }

  func write(_ line: String) { desk.withLock { $0 }?.journal.write(line) }
}

/// A plug-in made of plug-ins.
final class Whole: Part, @unchecked Sendable {
  let inner: PluginHost<Desk>

  init(_ name: String, after: [String] = [], _ inner: PluginHost<Desk>) {
    self.inner = inner
    super.init(name, after: after, stores: inner.stores)
  }

  override func pluginDidLoad(_ context: Desk) {
    super.pluginDidLoad(context)
    inner.open(in: context)
  }

  override func pluginDidUnload() {
    inner.close()
    super.pluginDidUnload()
  }

  override func hear(_ word: String) {
    super.hear(word)
    inner.notify((any Listening).self) { $0.hear(word) }
  }
}

/// A plug-in that does something when it hears a word.
final class Meddler: Part, @unchecked Sendable {
  private let meddle: @Sendable (Dispatcher) -> Void

  init(_ name: String, _ meddle: @escaping @Sendable (Dispatcher) -> Void) {
    self.meddle = meddle
    super.init(name)
  }

  override func hear(_ word: String) {
    super.hear(word)
    if let desk = desk.withLock({ $0 }) { meddle(desk.dispatcher) }
  }
}

/// A host that is open, and what it did.
struct Bench {
  let host: PluginHost<Desk>
  let desk = Desk()

  init(_ plugins: Part..., unloaded: [String] = []) throws {
    host = try PluginHost("host", plugins, unloaded: unloaded)
    try desk.dispatcher.register(host.stores)
    host.open(in: desk)
  }

  /// What happened since the last look.
  func happened() -> [String] { desk.journal.take() }

  func dispatch(_ actions: any Action...) {
    for action in actions { desk.dispatcher.dispatch(action) }
  }

  func load(_ plugin: String, in host: String = "host") {
    dispatch(LoadPlugin(host: host, plugin: plugin))
  }

  func unload(_ plugin: String, from host: String = "host") {
    dispatch(UnloadPlugin(host: host, plugin: plugin))
  }

  func say(_ word: String) { host.notify((any Listening).self) { $0.hear(word) } }
}
