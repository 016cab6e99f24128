import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import TestSupport
import Testing

/// `log --follow` on a log that is being written: whatever is to happen happens while it waits.
@Suite struct FollowTests {
  private struct Live {
    let desk: Desk
    let raffle: Raffle
    let recorder: Recorder
    let clock = ManualClock()

    init(_ options: RecordingOptions = RecordingOptions()) throws {
      desk = try Desk()
      raffle = try Raffle(environment: .seeded())
      recorder = try raffle.dispatcher.record(
        to: desk.path("live.playhead"), app: Raffle.appName, clock: clock, options: options)
      sell("Ada")
    }

    func sell(_ name: String) { raffle.dispatcher.dispatch(Raffle.Sell(to: name)) }

    /// What is said while `steps` happen one after the other, each while the command waits.
    func follow(_ call: String = "", _ steps: [() throws -> Void]) -> TestSupport.Outcome {
      let terminal = MemoryTerminal()
      var rest = steps[...]
      terminal.paused = { _ in try? rest.popFirst()?() }
      return desk.playhead("log live.playhead --follow \(call)", on: terminal)
    }
  }

  @Test func `actions are shown as they happen, until the log is closed`() throws {
    let live = try Live()
    let outcome = live.follow(
      "", [{ live.sell("Grace") }, {}, { live.sell("Alan") }, { try live.recorder.close() }])
    let names = outcome.output.split(separator: "\n").map { $0.split(separator: "\"")[1] }
    #expect(names == ["Ada", "Grace", "Alan"])
    #expect(outcome.code == .good && outcome.error == "")
  }

  @Test func `a log that is being written is whole so far`() throws {
    let live = try Live()
    let outcome = live.desk.playhead("verify live.playhead")
    #expect(
      outcome.output
        == "live.playhead: whole so far, 1 action in 1 chunk; it is still being written\n")
    #expect(outcome.code == .good)
    let json = live.desk.playhead("verify live.playhead --json").output
    #expect(json.contains(#""beingWritten":true,"problems":[]"#))
    try live.recorder.close()
    #expect(live.desk.playhead("verify live.playhead").output.hasPrefix("live.playhead: whole, 1"))
  }

  @Test func `notes stand where they belong`() throws {
    let live = try Live()
    let outcome = live.follow(
      "--json",
      [
        { live.recorder.mark("one") }, { live.sell("Grace") },
        { live.recorder.mark("two") },
        { try live.recorder.close() },
      ])
    let kinds = outcome.output.split(separator: "\n").map { $0.hasPrefix("{\"note\"") }
    #expect(kinds == [false, true, false, true])
  }

  @Test func `a flight recorder is followed from segment to segment`() throws {
    var options = RecordingOptions()
    (options.keeps, options.waits) = (.last(.seconds(8)), true)
    let live = try Live(options)
    let sales = (1...30).map { number in
      {
        live.clock.advance(by: 1_000_000_000)
        live.sell("\(number)")
        live.recorder.mark("note \(number)")
      }
    }
    let outcome = live.follow("", sales + [{ try live.recorder.close() }])
    let lines = outcome.output.split(separator: "\n")
    let sold = (1...30).flatMap { ["Sell \($0)", "note \($0)"] }
    #expect(lines.count == 61 && outcome.code == .good, "\(outcome)")
    for (line, words) in zip(lines.dropFirst(), sold) {
      #expect(words.split(separator: " ").allSatisfy { line.contains($0) }, "\(line)")
    }
  }

  @Test func `there may be enough before the log is closed`() throws {
    let live = try Live()
    let outcome = live.follow("-n 2", [{ live.sell("Grace") }, { live.sell("Alan") }])
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.error.contains("is still being written; this is what it has so far"))
    try live.recorder.close()
  }

  @Test func `only what comes from a step on is shown`() throws {
    let live = try Live()
    live.sell("Grace")
    let outcome = live.follow("2..", [{ live.sell("Alan") }, { try live.recorder.close() }])
    #expect(outcome.output.split(separator: "\n").count == 2)
  }

  @Test func `whoever interrupts it does so on purpose`() throws {
    let live = try Live()
    let terminal = MemoryTerminal()
    terminal.paused = {
      #expect($0.interrupted != nil && $0.interruptedCode == .good)
      try? live.recorder.close()
    }
    #expect(live.desk.playhead("log live.playhead --follow", on: terminal).code == .good)
    #expect(terminal.interrupted == nil)
  }

  @Test(arguments: ["log - --follow", "log live.playhead ..3 --follow"])
  func `what has an end is not followed`(call: String) throws {
    let desk = try Desk()
    #expect(desk.playhead(call).code == .unusable)
    #expect(desk.playhead(call).error.contains("'--follow'"))
  }
}
