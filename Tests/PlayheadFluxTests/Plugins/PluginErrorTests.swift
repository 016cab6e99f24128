import PlayheadFlux
import PlayheadPlugins
import Testing

@Suite struct PluginErrorTests {
  private func error(_ plugins: Part..., unloaded: [String] = []) -> PluginError? {
    #expect(throws: PluginError.self) { try PluginHost("host", plugins, unloaded: unloaded) }
  }

  @Test func `two plug-ins of one host cannot share a name`() {
    #expect(error(Part("a"), Part("a")) == .duplicateName(host: "host", plugin: "a"))
  }

  @Test func `a cycle of plug-ins is an error that names each plug-in`() {
    let a = Part("a", after: ["x", "b"])
    let b = Part("b", after: ["c"])
    let c = Part("c", after: ["b"])
    #expect(error(a, b, c) == .cycle(host: "host", ["b", "c", "b"]))
    #expect(error(Part("a", after: ["a"])) == .cycle(host: "host", ["a", "a"]))
  }

  @Test func `leaving an unknown plug-in unloaded is an error that lists the known ones`() {
    #expect(
      error(Part("a"), Part("b"), unloaded: ["b", "x"])
        == .unknownPlugin(host: "host", plugin: "x", known: ["a", "b"]))
  }

  @Test func `an order of plug-ins that contradicts the order of their stores is a cycle error`()
    throws
  {
    let early = counter("early")
    let late = counter("late", after: [early])
    let host = try PluginHost(
      "host", [Part("a", stores: [late]), Part("b", after: ["a"], stores: [early])])
    #expect(throws: RegistrationError.cycle(["late", "early", "late"])) {
      try Dispatcher().register(host.stores)
    }
  }

  @Test(arguments: [
    (
      PluginError.duplicateName(host: "editor", plugin: "text"),
      "two plug-ins of host 'editor' are called 'text'; give each plug-in of a host a name of its own"
    ),
    (
      .cycle(host: "editor", ["a", "b", "a"]),
      "plug-ins wait for each other: a → b → a; remove one of the 'after' entries "
        + "(host 'editor')"
    ),
    (
      .unknownPlugin(host: "editor", plugin: "x", known: ["a", "b"]),
      "host 'editor' cannot leave plug-in 'x' unloaded, because it has no plug-in of that name; it has 'a', 'b'"
    ),
    (
      .unknownPlugin(host: "editor", plugin: "x", known: []),
      "host 'editor' cannot leave plug-in 'x' unloaded, because it has no plug-in of that name; it has none"
    ),
  ]) func `a PluginError's description says what is wrong and how to fix it`(
    error: PluginError, sentence: String
  ) {
    #expect(error.description == sentence)
  }
}
