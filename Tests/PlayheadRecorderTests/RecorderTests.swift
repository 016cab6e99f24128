import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct RecorderTests {
  @Test func `one call to 'record' logs a dispatcher's actions, stores and initial states`() throws
  {
    let desk = try Desk()
    desk.dispatcher.dispatch(Add(amount: 40))
    let recorder = try desk.dispatcher.record(to: desk.path, app: "desk", build: "7")
    desk.dispatcher.dispatch(Add(amount: 2))
    desk.dispatcher.dispatch(Rename(name: "Ada"))
    try recorder.close()
    let log = try desk.log()
    #expect(log.header.app == "desk" && log.header.build == "7")
    #expect(log.header.stores == ["count", "name", "rolls"])
    #expect(log.header.timeZone == TimeZone.current.identifier && !log.header.locale.isEmpty)
    #expect(try log.states(at: 0) == [.int(40), .string(""), .list([])])
    #expect(log.steps == [1...2] && log.isClosed && recorder.step == 2)
    #expect(try log.verify().problems == [])
    #expect(try log.entry(at: 1).type.name == Add.actionName)
    #expect(try log.entry(at: 2).payload() == CanonicalEncoder().tree(of: Rename(name: "Ada")))
  }

  @Test func `a log has each action's type, time, cause, draws and changed stores as dispatched`()
    throws
  {
    let desk = try Desk(
      middleware: [
        Doing { action, dispatcher, next in
          next(action)
          if action is Rename { dispatcher.dispatch(Add(amount: 5)) }
        }
      ])
    desk.dispatcher.dispatch(Add())
    let recorder = try desk.record(RecordingOptions(timing: .exact))
    desk.clock.advance(by: 3_000_000)
    desk.dispatcher.dispatch(Rename(name: "a"))
    desk.clock.set(wall: 500_000_000)
    desk.dispatcher.dispatch(Roll())
    desk.dispatcher.dispatch(Blink())
    desk.dispatcher.dispatch(Add(), cause: Turn(1))
    desk.dispatcher.dispatch(Add(), cause: Turn(2))
    try recorder.close()
    let log = try desk.log()
    let entries = try (1...6).map { try log.entry(at: Step($0)) }
    #expect(
      entries.map(\.type.name)
        == [Rename.self, Add.self, Roll.self, Blink.self, Add.self, Add.self]
        .map { ($0 as any Action.Type).actionName })
    #expect(entries.map(\.changed) == [["name"], ["count"], ["rolls"], [], ["count"], ["count"]])
    // Turn 1 was before the recording; turn 2 is step 1.
    #expect(entries.map(\.cause) == [nil, 1, nil, nil, nil, 1])
    #expect(entries[0].moment == Moment(monotonic: 3_000_000, wall: 1_003_000_000))
    #expect(entries[2].moment == Moment(monotonic: 3_000_000, wall: 500_000_000))
    #expect(try entries[2].draws() == desk.rolls.state.map { .uint($0) })
    #expect(try entries[3].draws() == [])
  }

  @Test func `a note is recorded at the last step, and a note after closing is ignored`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    recorder.mark("start")
    desk.dispatcher.dispatch(Add())
    desk.clock.advance(by: 7_000)
    recorder.mark("user reported a bug")
    try recorder.close()
    recorder.mark("too late")
    let notes = try desk.log().notes()
    #expect(notes.map(\.text) == ["start", "user reported a bug"])
    #expect(notes.map(\.step) == [0, 1])
    #expect(notes.last?.moment == Moment(monotonic: 7_000, wall: 1_000_007_000))
  }

  @Test func `a flush during an action does not separate the action from its outcome and draws`()
    throws
  {
    let recorder = Box<Recording?>(nil)
    let desk = try Desk()
    let subscription = desk.count.observe { _ in try? recorder.value?.flush() }
    let noisy = Store("noisy", 0).on(Add.self) { noise, _, context in
      noise = Int(context.random(in: 0...9 as ClosedRange<UInt64>))
      try? recorder.value?.flush()
    }
    try desk.dispatcher.register(noisy)
    let made = try desk.record(RecordingOptions(timing: .exact))
    recorder.change { $0 = made }
    for number in 1...5 { desk.dispatcher.dispatch(Add(amount: number)) }
    subscription.cancel()
    try made.close()
    let log = try desk.log()
    #expect(try log.verify().problems == [] && log.steps == [1...5])
    for step in 1...5 as ClosedRange<UInt64> {
      #expect(try log.entry(at: Step(step)).isHandled)
      #expect(try log.entry(at: Step(step)).draws().count == 1)
    }
  }

  @Test
  func `a pause leaves a gap of its actions and then the states, and one without actions no gap`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    recorder.pause()
    recorder.resume()
    desk.dispatcher.dispatch(Add(amount: 1))
    recorder.pause()
    desk.dispatcher.dispatch(Add(amount: 20))
    desk.dispatcher.dispatch(Add(amount: 30))
    recorder.pause()
    recorder.resume()
    recorder.resume()
    desk.dispatcher.dispatch(Add(amount: 4))
    recorder.pause()
    desk.dispatcher.dispatch(Add())
    try recorder.close()
    let log = try desk.log()
    let gaps = [Gap(steps: 2...3, reason: .paused), Gap(steps: 5...5, reason: .paused)]
    #expect(try log.gaps() == gaps)
    #expect(log.steps == [1...1, 4...4] && log.isClosed)
    #expect(try log.states(at: 3).first == .int(51))
    #expect(try desk.amounts() == [1: 1, 4: 4])
    #expect(try log.verify().problems == [])
  }

  @Test func `calls on a closed recording, including a second close, do not change the log`() throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add())
    try recorder.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: desk.path))
    try recorder.close()
    desk.dispatcher.dispatch(Add())
    recorder.mark("late")
    recorder.pause()
    recorder.resume()
    try recorder.flush()
    #expect(try Data(contentsOf: URL(fileURLWithPath: desk.path)) == bytes)
    #expect(desk.count.state == 2 && recorder.failure == nil)
  }

  @Test func `an action passed to a dispatcher's recording is handled, reported and not recorded`()
    throws
  {
    let (desk, failures) = (try Desk(), Box<[LogError]>([]))
    var options = RecordingOptions()
    options.onFailure = { error in failures.change { $0.append(error) } }
    let recording = try desk.record(options)
    var runs = 0
    for _ in 1...2 {
      recording.record(Add()) {
        runs += 1
        return [1]
      }
    }
    try recording.close()
    let sentence =
      "an action was passed to the recording of a dispatcher, which records only what it dispatches"
    #expect(try runs == 2 && desk.log().lastStep == 0)
    #expect(failures.value == [.misused(path: desk.path, reason: sentence)])
    #expect(try desk.log().notes().map(\.text) == [sentence])
  }

  @Test func `a recording goes on if the app keeps no reference to it`() throws {
    let desk = try Desk()
    do {
      let recording = try desk.record()
      desk.dispatcher.dispatch(Add())
      try recording.flush()
    }
    desk.dispatcher.dispatch(Add())
    #expect(try desk.log().lastStep == 2)
  }

  @Test
  func `two recordings of the same actions with the same clock and session ID have the same bytes`()
    throws
  {
    func record() throws -> Data {
      let desk = try Desk()
      let recorder = try desk.dispatcher.record(
        to: desk.path, app: "desk",
        session: try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001")),
        clock: desk.clock)
      for number in 1...300 {
        desk.clock.advance(by: Int64(number) * 1_000)
        desk.dispatcher.dispatch(Add(amount: number))
        if number % 50 == 0 { desk.dispatcher.dispatch(Roll()) }
      }
      recorder.mark("done")
      try recorder.close()
      return try Data(contentsOf: URL(fileURLWithPath: desk.path))
    }
    let first = try record()
    #expect(try record() == first)
  }
}
