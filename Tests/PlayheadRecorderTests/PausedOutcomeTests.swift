import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import Testing

/// What becomes of an action within which a recording is paused.
@Suite struct PausedOutcomeTests {
  @Test
  func `an action whose handler records an unencodable action and pauses is logged as handled`()
    throws
  {
    let (desk, box) = (try Desk(), Box<[Int]>([0]))
    let recording = try Recording(
      to: desk.path, app: "desk", stores: ["count"], clock: desk.clock, states: [box.value])
    recording.record(Add(amount: 1)) {
      recording.record(Stubborn()) { [box.value] }
      recording.pause()
      return [box.value]
    }
    recording.record(Add(amount: 2)) { [box.value] }
    recording.resume()
    recording.record(Add(amount: 3)) { [box.value] }
    try recording.close()
    let log = try desk.log()
    #expect(try log.entry(at: 1).isHandled)
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3])
    #expect(try desk.amounts() == [1: 1, 4: 3] && log.verify().problems == [])
  }
}
