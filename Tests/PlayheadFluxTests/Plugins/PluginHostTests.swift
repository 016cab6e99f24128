import PlayheadFlux
import PlayheadPlugins
import Synchronization
import Testing

@Suite struct PluginHostTests {
  @Test
  func `a plug-in's stores and callbacks come after those of the plug-ins in its 'after' list`()
    throws
  {
    let bench = try Bench(Part("menu", after: ["track", "absent"]), Part("preview"), Part("track"))
    #expect(bench.host.plugins.map(\.name) == ["track", "menu", "preview"])
    #expect(bench.desk.dispatcher.stores.map(\.name) == ["host", "track", "menu", "preview"])
    #expect(bench.happened() == ["+track", "+menu", "+preview"])
    bench.say("hi")
    #expect(bench.happened() == ["track hears hi", "menu hears hi", "preview hears hi"])
  }

  @Test func `stores of plug-ins keep their order in whatever order they are registered`() throws {
    let host = try PluginHost("host", [Part("menu", after: ["track"]), Part("track")])
    let dispatcher = Dispatcher()
    try dispatcher.register(host.stores.reversed())
    #expect(dispatcher.stores.map(\.name) == ["host", "track", "menu"])
  }

  @Test func `a plug-in that is not loaded handles no actions and keeps its state`() throws {
    let (a, b) = (Part("a"), Part("b"))
    let bench = try Bench(a, b, unloaded: ["b"])
    bench.dispatch(Add())
    #expect([a.count, b.count] == [1, 0])
    bench.load("b")
    bench.dispatch(Add())
    bench.unload("b")
    bench.dispatch(Add())
    #expect([a.count, b.count] == [3, 1])
    #expect(bench.happened() == ["+a", "+b", "-b"])
  }

  @Test func `a reloaded plug-in keeps its state unless it resets it`() throws {
    let fresh = Store("fresh", 0).on(Add.self) { $0 += $1.amount }
      .on(LoadPlugin.self) { count, _ in count = 0 }
    let (a, b) = (Part("a", stores: [fresh]), Part("b"))
    let bench = try Bench(a, b)
    bench.dispatch(Add())
    for plugin in ["a", "b"] {
      bench.unload(plugin)
      bench.load(plugin)
    }
    #expect([a.count, b.count] == [0, 1])
  }

  @Test func `a plug-in's stores handle its loading but not its unloading`() throws {
    let seen = Store("seen", [String]())
      .on(LoadPlugin.self) { $0.append("+" + $1.plugin) }
      .on(UnloadPlugin.self) { $0.append("-" + $1.plugin) }
    let bench = try Bench(Part("a", stores: [seen]), Part("b"))
    for plugin in ["a", "b"] {
      bench.unload(plugin)
      bench.load(plugin)
    }
    #expect(seen.state == ["+a", "-b", "+b"])
  }

  @Test func `loading a loaded plug-in or unloading an unknown one changes nothing`() throws {
    let bench = try Bench(Part("a"))
    let tap = JournalTap()
    bench.desk.dispatcher.attach(tap)
    bench.load("a")
    bench.unload("x")
    bench.load("x")
    bench.unload("a", from: "other")
    #expect(tap.outcomes.withLock { $0.map(\.changed) } == [[], [], [], []])
    #expect(bench.happened() == ["+a"])
  }

  @Test func `opening a host in another context first unloads its plug-ins from the old one`()
    throws
  {
    let bench = try Bench(Part("a"))
    let other = Desk()
    bench.host.open(in: other)
    #expect(bench.happened() == ["+a", "-a"])
    #expect(other.journal.take() == ["+a"])
  }

  @Test func `a closed host calls no plug-in`() throws {
    let a = Part("a")
    let bench = try Bench(a)
    bench.host.close()
    bench.host.close()
    bench.unload("a")
    bench.load("a")
    bench.say("hi")
    bench.dispatch(Add())
    #expect(bench.happened() == ["+a", "-a"])
    #expect(a.count == 1)
  }

  @Test func `a callback reaches only plug-ins that conform to its protocol`() throws {
    final class Deaf: Plugin {
      typealias Context = Desk
      let name = "deaf"
    }
    let host = try PluginHost("host", [Deaf(), Part("a")])
    let desk = Desk()
    host.open(in: desk)
    host.notify((any Listening).self) { $0.hear("hi") }
    #expect(desk.journal.take() == ["+a", "a hears hi"])
  }

  @Test func `a host is deallocated when the app releases it`() throws {
    weak var host: PluginHost<Desk>?
    let dispatcher = Dispatcher()
    let a = Part("a")
    do {
      let made = try PluginHost("host", [a])
      try dispatcher.register(made.stores)
      made.open(in: Desk(dispatcher: dispatcher))
      host = made
    }
    #expect(host == nil)
    dispatcher.dispatch(UnloadPlugin(host: "host", plugin: "a"))
    dispatcher.dispatch(Add())
    #expect(a.count == 0)
  }
}
