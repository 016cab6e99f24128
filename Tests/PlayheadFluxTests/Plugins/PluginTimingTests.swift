import PlayheadFlux
import PlayheadPlugins
import Synchronization
import Testing

/// What loading or unloading a plug-in means for what is under way.
@Suite struct PluginTimingTests {
  /// Unloads 'b' and dispatches another `Add`, at the first `Add`.
  fileprivate static func meddle(_ amount: Int, with dispatcher: Dispatcher) {
    guard amount == 1 else { return }
    dispatcher.dispatch(UnloadPlugin(host: "host", plugin: "b"))
    dispatcher.dispatch(Add(amount: 10))
  }

  @Test func `a plug-in that a handler unloads still handles the current action but not the next`()
    throws
  {
    let desk = Desk()
    let first = Store("first", 0).on(Add.self) { Self.meddle($1.amount, with: desk.dispatcher) }
    let (a, b) = (Part("a"), Part("b"))
    let host = try PluginHost("host", [a, b])
    try desk.dispatcher.register([first] + host.stores)
    desk.dispatcher.dispatch(Add())
    #expect([a.count, b.count] == [11, 1])
  }

  @Test func `a plug-in that an observer unloads is unloaded after the current action`() throws {
    let (a, b) = (Part("a"), Part("b"))
    let bench = try Bench(a, b)
    let store = try #require(a.stores.first as? Store<Int>)
    let dispatcher = bench.desk.dispatcher
    let meddling = store.observe { Self.meddle($0, with: dispatcher) }
    bench.dispatch(Add())
    meddling.cancel()
    #expect([a.count, b.count] == [11, 1])
    #expect(bench.happened() == ["+a", "+b", "-b"])
  }

  @Test func `a callback reaches a later plug-in that an earlier plug-in has loaded`() throws {
    let b = Meddler("b") {
      $0.dispatch(LoadPlugin(host: "host", plugin: "a"))
      $0.dispatch(LoadPlugin(host: "host", plugin: "c"))
    }
    let bench = try Bench(Part("a"), b, Part("c"), unloaded: ["a", "c"])
    _ = bench.happened()
    bench.say("hi")
    #expect(bench.happened() == ["b hears hi", "+a", "+c", "c hears hi"])
  }

  @Test func `a plug-in that unloads itself receives no further callback`() throws {
    let bench = try Bench(Meddler("a") { $0.dispatch(UnloadPlugin(host: "host", plugin: "a")) })
    bench.say("hi")
    bench.say("ho")
    #expect(bench.happened() == ["+a", "a hears hi", "-a"])
  }

  @Test func `observers of an unloading action are called after the plug-in was unloaded`() throws {
    let host = try PluginHost("host", [Part("a"), Part("b")])
    let desk = Desk()
    let early = Store("early", 0).on(UnloadPlugin.self) { _, _ in }
    let telling = early.observe { _ in host.notify((any Listening).self) { $0.hear("hi") } }
    try desk.dispatcher.register([early] + host.stores)
    host.open(in: desk)
    desk.dispatcher.dispatch(UnloadPlugin(host: "host", plugin: "a"))
    telling.cancel()
    #expect(desk.journal.take() == ["+a", "+b", "-a", "b hears hi"])
  }

  @Test func `a plug-in unloaded while an earlier plug-in loads is still loaded and then unloaded`()
    throws
  {
    final class Jealous: Part, @unchecked Sendable {
      override func pluginDidLoad(_ context: Desk) {
        super.pluginDidLoad(context)
        context.dispatcher.dispatch(UnloadPlugin(host: "host", plugin: "b"))
      }
    }
    let bench = try Bench(Jealous("a"), Part("b"), Part("c"))
    #expect(bench.happened() == ["+a", "+b", "+c", "-b"])
  }
}
