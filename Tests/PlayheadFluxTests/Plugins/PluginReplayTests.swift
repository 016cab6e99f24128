import PlayheadFlux
import PlayheadPlugins
import PlayheadReplay
import Testing

/// An app of plug-ins that is replayed.
@Suite struct PluginReplayTests {
  /// A plug-in that counts again, and says hello, when it is loaded.
  private final class Eager: Part, @unchecked Sendable {
    init() {
      super.init(
        "eager", stores: [counter("eager").on(LoadPlugin.self) { count, _ in count = 100 }])
    }

    override func pluginDidLoad(_ context: Desk) {
      super.pluginDidLoad(context)
      context.dispatcher.dispatch(Add())
    }
  }

  private struct Session {
    let actions: [any Action] = [
      Add(), LoadPlugin(host: "cover", plugin: "eager"), Add(),
      UnloadPlugin(host: "host", plugin: "cover"), Add(), LoadPlugin(host: "host", plugin: "cover"),
    ]
    let bench: Bench

    init() throws {
      let cover = try PluginHost("cover", [Part("text"), Eager()], unloaded: ["eager"])
      bench = try Bench(Whole("cover", cover), Part("track"))
    }

    var states: [String] {
      bench.desk.dispatcher.stores.map { store in
        if let loaded = store.anyState as? LoadedPlugins {
          return loaded.names.joined(separator: "+")
        }
        return "\(store.anyState)"
      }
    }

    func restore(_ states: [any Codable & Sendable]) throws {
      let dispatcher = bench.desk.dispatcher
      try dispatcher.restore(states, of: dispatcher.stores)
    }
  }

  /// The actions of a live session in the order in which they were handled.
  private func live(_ session: Session) -> [any Action] {
    let handled = Guarded<[any Action]>([])
    let listening = session.bench.desk.dispatcher.listen { action, _ in
      handled.withLock { $0.append(action) }
    }
    for action in session.actions { session.bench.dispatch(action) }
    listening.cancel()
    return handled.withLock { $0 }
  }

  @Test(arguments: [true, false])
  func `a replay loads and unloads plug-ins as the app did and dispatches nothing`(
    withObservers: Bool
  ) throws {
    let (session, replayed) = try (Session(), Session())
    let log = live(session)
    let dispatcher = replayed.bench.desk.dispatcher
    let initial = dispatcher.stores.map(\.anyState)
    if !withObservers { dispatcher.disableObservers() }
    for action in log { dispatcher.apply(action, draws: []) }
    #expect(log.count == 8)
    #expect(session.states == ["cover+track", "text+eager", "4", "101", "5"])
    #expect(replayed.states == session.states)
    #expect(replayed.bench.happened() == session.bench.happened())
    try dispatcher.restore(initial, of: dispatcher.stores)
    #expect(replayed.bench.happened() == ["-eager"])
  }

  @Test func `after a restore, the plug-ins of that state are loaded and handle actions`() throws {
    let session = try Session()
    let dispatcher = session.bench.desk.dispatcher
    let start = dispatcher.stores.map(\.anyState)
    dispatcher.apply(UnloadPlugin(host: "host", plugin: "cover"), draws: [])
    let without = dispatcher.stores.map(\.anyState)
    _ = session.bench.happened()

    try session.restore(start)
    #expect(session.bench.happened() == ["+cover", "+text"])
    dispatcher.apply(Add(), draws: [])
    #expect(session.states == ["cover+track", "text", "1", "0", "1"])

    try session.restore(without)
    #expect(session.bench.happened() == ["-text", "-cover"])
    dispatcher.apply(Add(), draws: [])
    #expect(session.states == ["track", "text", "0", "0", "1"])
  }
}
