import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import TestSupport
import TextEditor
import Testing
import PlayheadReplay

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `log --follow` on a log that is being written: whatever is to happen happens while it waits.
@Suite struct FollowTests {
  private struct Live {
    let desk: Desk
    let raffle: Raffle
    let recorder: Recording
    let clock = ManualClock()

    init(_ options: RecordingOptions = RecordingOptions()) throws {
      desk = try Desk()
      raffle = try Raffle(inputs: .seeded())
      recorder = try raffle.dispatcher.record(
        to: desk.path("live.playhead"), app: Raffle.appName, clock: clock, options: options)
      sell("Ada")
    }

    func sell(_ name: String) { raffle.dispatcher.dispatch(Raffle.Sell(to: name)) }

    /// What is said while `steps` happen one after the other, each while the command waits.
    func follow(_ call: String = "", _ steps: [() throws -> Void]) -> TestSupport.Outcome {
      desk.playhead("log live.playhead --follow \(call)", whilePaused: steps)
    }
  }

  @Test
  func `LogReader reads a log to its last action even if the recorder closes it at that moment`()
    async throws
  {
    try await onOwnThread {
      for _ in 0..<(Soak.isOn ? 100 : 10) {
        nonisolated(unsafe) let live = try Live()
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          for _ in 0..<200 { live.sell("Grace") }
          try? live.recorder.close()
          isDone.signal()
        }
        while true {
          let log = try LogReader(path: live.desk.path("live.playhead"))
          if log.isBeingWritten { continue }
          #expect(log.isClosed && log.lastStep == 201)
          break
        }
        isDone.wait()
      }
    }
  }

  @Test func `'log --follow' shows actions as they happen until the log is closed`() throws {
    let live = try Live()
    let outcome = live.follow(
      "", [{ live.sell("Grace") }, {}, { live.sell("Alan") }, { try live.recorder.close() }])
    let names = outcome.output.split(separator: "\n").map { $0.split(separator: "\"")[1] }
    #expect(names == ["Ada", "Grace", "Alan"])
    #expect(outcome.code == .good && outcome.error == "")
  }

  @Test func `'verify' says 'undamaged so far' about a log that is still being written`() throws {
    let live = try Live()
    let outcome = live.desk.playhead("verify live.playhead")
    #expect(
      outcome.output
        == "live.playhead: undamaged so far, 1 action in 1 chunk; it is still being written\n")
    #expect(outcome.code == .good)
    let json = live.desk.playhead("verify live.playhead --json").output
    #expect(json.contains(#""beingWritten":true,"problems":[]"#))
    try live.recorder.close()
    #expect(
      live.desk.playhead("verify live.playhead").output.hasPrefix("live.playhead: undamaged, 1"))
  }

  @Test func `'log --follow -p' gets all changes from one worker process`() throws {
    let desk = try Desk()
    try desk.makeScript("tool", "echo x >>'\(desk.path("starts"))'; exec '\(Desk.tool)' \"$@\"")
    desk.programFile = desk.path("tool")
    let editor = try TextEditor(inputs: .seeded())
    let recorder = try editor.dispatcher.record(
      to: desk.path("live.playhead"), app: TextEditor.appName)
    let edits = (1...12).map { number in
      { editor.dispatcher.dispatch(Replace(at: 0, text: "\(number) ")) }
    }
    let outcome = desk.playhead(
      "log live.playhead --follow -p", whilePaused: edits + [{ try recorder.close() }])
    #expect(outcome.code == .good && outcome.error == "", "\(outcome)")
    #expect(outcome.output.split(separator: "\n").count { $0.contains("Replace") } == 12)
    #expect(outcome.output.contains("12 11 10 9 8 7 6 5 4 3 2 1"), "\(outcome)")
    #expect(try desk.bytes("starts") == Array("x\n".utf8))
  }

  @Test
  func `'log --follow' shows every action of a flight recorder, although it deletes old segments`()
    throws
  {
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
    // The first segments are gone, and times are still those since the beginning.
    #expect(lines.last?.contains("+30.000s") == true, "\(lines.last ?? "")")
  }

  @Test func `'log --follow -n N' stops after N actions of a log that still grows`() throws {
    let live = try Live()
    let outcome = live.follow("-n 2", [{ live.sell("Grace") }, { live.sell("Alan") }])
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.error.contains("is still being written; this is what it has so far"))
    try live.recorder.close()
  }

  @Test func `Ctrl-C ends 'log --follow' with exit code 0`() throws {
    let live = try Live()
    let terminal = MemoryTerminal()
    terminal.paused = {
      #expect($0.interrupted != nil && $0.interruptedCode == .good)
      try? live.recorder.close()
    }
    #expect(live.desk.playhead("log live.playhead --follow", on: terminal).code == .good)
    #expect(terminal.interrupted == nil)
  }

  @Test func `'log --follow' waits for a log that does not exist yet and says so once`() throws {
    let desk = try Desk()
    let raffle = try Raffle(inputs: .seeded())
    var recorder: Recording?
    let outcome = desk.playhead(
      "log late.playhead --follow",
      whilePaused: [
        {}, { try desk.write([], to: "late.playhead") }, {},
        {
          try desk.remove("late.playhead")
          recorder = try raffle.dispatcher.record(
            to: desk.path("late.playhead"), app: Raffle.appName, clock: ManualClock())
        },
        { raffle.dispatcher.dispatch(Raffle.Sell(to: "Ada")) }, { try recorder?.close() },
      ])
    #expect(outcome.output.split(separator: "\n").count == 1 && outcome.code == .good)
    #expect(
      outcome.error == "'late.playhead' does not exist yet; waiting for it (Ctrl-C to stop)\n")
  }

  @Test func `'log --follow' ends with an error if the log is deleted or replaced by another`()
    throws
  {
    let live = try Live()
    let removed = live.follow("", [{ try live.desk.remove("live.playhead") }, {}])
    let again = "run the command again to"
    #expect(
      removed.error
        == "playhead: 'live.playhead' was removed after step 1; \(again) wait for a new log\n")
    #expect(removed.output.contains("Ada") && removed.code == .badAnswer)
    let (one, other) = (try Live(), try Live())
    try other.recorder.close()
    let replaced = one.follow(
      "", [{ try one.desk.write(other.desk.bytes("live.playhead"), to: "live.playhead") }])
    #expect(
      replaced.error
        == "playhead: 'live.playhead' was replaced by another log after step 1; \(again) follow that\n"
    )
    #expect(replaced.code == .badAnswer)
    for live in [live, one] { try? live.recorder.close() }
  }

  @Test func `'log --follow' shows a gap in the recording between the actions around it`() throws {
    let live = try Live()
    let outcome = live.follow(
      "",
      [
        { live.recorder.pause() }, { live.sell("Grace") }, { live.recorder.resume() },
        { live.sell("Alan") }, { try live.recorder.close() },
      ])
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.count == 3 && lines[1].hasSuffix("! step 2 is missing because the recording was paused")
    )
  }

  /// As a flight recorder does on its way from one segment to the next.
  @Test
  func `'log --follow' does not end at a closed log until the recorder releases its file lock`()
    throws
  {
    let live = try Live()
    live.sell("Grace")
    try live.recorder.close()
    let descriptor = open(live.desk.path("live.playhead"), O_RDWR)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    var waited = 0
    let outcome = live.follow("", [{ waited += 1 }, { waited += 1 }, { close(descriptor) }])
    #expect(waited == 2 && outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.code == .good && outcome.error == "")
  }
}

extension Desk {
  /// What is said while `steps` happen one after the other, each while the command waits.
  func playhead(
    _ call: String, whilePaused steps: [() throws -> Void]
  ) -> TestSupport.Outcome {
    let terminal = MemoryTerminal()
    var rest = steps[...]
    terminal.paused = { _ in try? rest.popFirst()?() }
    return playhead(call, on: terminal)
  }

  fileprivate func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }
}
