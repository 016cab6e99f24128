import Dispatch
import PlayheadFlux
import PlayheadPlugins
import Testing

@Suite struct PluginThreadTests {
  /// What a plug-in's count has to be.
  private struct Expected: Codable {
    var isLoaded = true
    var count = 0
  }

  @Test func `threads can load and unload plug-ins, dispatch and notify at the same time`() throws {
    let a = Part("a")
    let bench = try Bench(a)
    let expected = Store("expected", Expected())
      .on(LoadPlugin.self) { state, _ in state.isLoaded = true }
      .on(UnloadPlugin.self) { state, _ in state.isLoaded = false }
      .on(Add.self) { state, _ in if state.isLoaded { state.count += 1 } }
    try bench.desk.dispatcher.register(expected)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<100 {
        switch thread % 4 {
        case 0: bench.load("a")
        case 1: bench.unload("a")
        case 2: bench.say("hi")
        default: bench.dispatch(Add())
        }
      }
    }
    #expect(a.count == expected.state.count)
    let calls = bench.happened().filter { $0 != "a hears hi" }
    #expect(calls.count % 2 == (expected.state.isLoaded ? 1 : 0))
    for (index, call) in calls.enumerated() { #expect(call == (index % 2 == 0 ? "+a" : "-a")) }
  }

  @Test func `a host can be opened and closed while other threads load and unload its plug-ins`()
    throws
  {
    let bench = try Bench(Part("a"), Part("b"))
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<100 {
        switch thread {
        case 0: bench.host.open(in: bench.desk)
        case 1: bench.host.close()
        case 2: bench.load("b")
        default: bench.unload("b")
        }
      }
    }
    bench.host.close()
    let calls = bench.happened()
    for name in ["a", "b"] {
      let own = calls.filter { $0.hasSuffix(name) }
      #expect(own.count.isMultiple(of: 2))
      for (index, call) in own.enumerated() { #expect(call == (index % 2 == 0 ? "+" : "-") + name) }
    }
  }
}
