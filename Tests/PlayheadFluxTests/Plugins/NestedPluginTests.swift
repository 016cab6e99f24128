import PlayheadFlux
import PlayheadPlugins
import Testing

/// Plug-ins that contain plug-ins, such as a cover editor in a clip editor.
@Suite struct NestedPluginTests {
  let text = Part("cover text")
  let sticker = Part("cover sticker", after: ["cover text"])
  let track = Part("track", after: ["cover"])

  private func bench(unloaded: [String] = []) throws -> Bench {
    let inner = try PluginHost("cover", [sticker, text])
    return try Bench(track, Whole("cover", inner), unloaded: unloaded)
  }

  private var counts: [Int?] { [track.count, text.count, sticker.count] }

  @Test func `inner plug-ins are loaded and unloaded with the outer one`() throws {
    let bench = try bench()
    #expect(bench.happened() == ["+cover", "+cover text", "+cover sticker", "+track"])
    bench.unload("cover")
    #expect(bench.happened() == ["-cover sticker", "-cover text", "-cover"])
    bench.load("cover")
    #expect(bench.happened() == ["+cover", "+cover text", "+cover sticker"])
  }

  @Test func `inner stores handle actions while both plug-ins are loaded`() throws {
    let bench = try bench(unloaded: ["cover"])
    bench.dispatch(Add())
    #expect(counts == [1, 0, 0])
    bench.load("cover")
    bench.dispatch(Add())
    #expect(counts == [2, 1, 1])
    bench.unload("cover text", from: "cover")
    bench.dispatch(Add())
    #expect(counts == [3, 1, 2])
  }

  @Test func `an unloaded outer plug-in keeps the list of its loaded inner plug-ins`() throws {
    let bench = try bench()
    bench.unload("cover sticker", from: "cover")
    bench.unload("cover")
    _ = bench.happened()
    bench.load("cover sticker", in: "cover")
    bench.load("cover")
    #expect(bench.happened() == ["+cover", "+cover text"])
  }

  @Test func `a callback reaches inner plug-ins through the outer one`() throws {
    let bench = try bench()
    bench.unload("cover text", from: "cover")
    _ = bench.happened()
    bench.say("hi")
    #expect(bench.happened() == ["cover hears hi", "cover sticker hears hi", "track hears hi"])
    bench.unload("cover")
    bench.say("ho")
    #expect(bench.happened() == ["-cover sticker", "-cover", "track hears ho"])
  }

  @Test func `a callback skips the inner plug-ins of an outer one unloaded during the call`() throws
  {
    let cover = try PluginHost(
      "cover",
      [Meddler("a") { $0.dispatch(UnloadPlugin(host: "host", plugin: "cover")) }, Part("b")])
    let bench = try Bench(Whole("cover", cover), track)
    _ = bench.happened()
    bench.say("hi")
    #expect(
      bench.happened() == [
        "cover hears hi", "a hears hi", "-b", "-a", "-cover", "track hears hi",
      ])
  }
}
