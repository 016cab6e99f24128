import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import TestSupport
import Testing

/// What 'log -p' shows, and what commands say of a state that the app does not know.
@Suite struct LogPatchTests {
  let desk: Desk

  init() throws { desk = try Desk.forREPL() }

  @Test func `'log -p' shows the diff of each action's step`() throws {
    let output = desk.playhead("log likes.playhead -p").output
    for step in 1...28 {
      let diff = desk.playhead("diff likes.playhead \(step)").output.split(separator: "\n")
        .dropFirst(2)
      let indented = diff.map { "    " + $0 }.joined(separator: "\n")
      #expect(output.contains("\n\(indented)\n\n") || diff.isEmpty, "step \(step)")
    }
  }

  @Test func `'state' reports the same decoding error with and without a worker process`() throws {
    let app = try OtherFeed(inputs: .live)
    let recording = try app.record(to: URL(fileURLWithPath: desk.path("odd.playhead")))
    app.dispatcher.dispatch(Bump())
    try recording.close()
    let here = desk.playhead("state odd.playhead")
    desk.programFile = Desk.tool
    let there = desk.playhead("state odd.playhead")
    #expect(here == there && here.code == .badAnswer)
    #expect(
      there.error.contains("'playhead compat odd.playhead' shows everything that does not fit"))
    #expect(desk.playhead("page odd.playhead -o odd.html").code == .good)
    #expect(try desk.bytes("odd.html").count > 10_000)
  }
}

/// A feed of which the sample app knows neither the state nor the action.
private struct OtherFeed: ReplayableApp {
  static let appName = "feed"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(Store("feed", 0).on(Bump.self) { count, _ in count += 1 })
  }
}

private struct Bump: Action {}
