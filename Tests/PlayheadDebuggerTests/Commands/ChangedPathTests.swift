import PlayheadDebugger
import TestSupport
import Testing

/// The actions that changed the value at a place, as `log LOG -- PATH` lists them.
@Suite struct ChangedPathTests {
  @Test func `'log -t TYPE -- PATH' lists only actions of that type`() throws {
    let desk = try Desk(apps: [Raffle.self])
    try Raffle.record(to: desk.path("raffle.playhead"))
    func steps(_ options: String, _ place: String) -> [Substring] {
      desk.playhead("log raffle.playhead --json \(options) -- \(place)").output
        .matches(of: /"step":([0-9]+),[^\n]*"type":/).map(\.output.1)
    }
    #expect(steps("", "tickets") == ["1", "2", "3", "6"])
    #expect(steps("-t Draw", "tickets") == ["6"])
    #expect(steps("-t Draw -t Sell", "tickets.holders") == ["1", "2", "3"])
  }
}
