import Dispatch
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import crash_app

/// A disk that takes nothing for a while: the app goes on at once, and does without the recording.
@Suite struct SlowDiskTests {
  @Test
  func
    `while disk writes block, the recorder fills the tail and leaves later actions out in one gap`()
    throws
  {
    let workshop = try Workshop()
    let gate = Gate()
    try workshop.record(on: gate.disk)
    gate.close()
    workshop.text = String(repeating: "slow ", count: 2_000)
    let room = TailFormat.pageLimit * TailFormat.pageLength / 11_000
    workshop.tick(2 * room)
    gate.open()
    try workshop.recorder?.flush()
    workshop.tick(100)
    #expect(workshop.close() && workshop.problems(isWhole: true) == [])
    let log = try LogReader(path: workshop.log)
    #expect(try log.gaps().map(\.reason) == [.overrun])
    #expect(log.actionCount >= room)
    // From the gap's last step on the states are known again.
    let behind = try #require(try log.gaps().first?.steps.upperBound)
    #expect(try log.checkpoints().contains { $0.step == behind })
  }

  @Test
  func `while disk writes block, notes beyond the tail's room are dropped, and a note counts them`()
    throws
  {
    let workshop = try Workshop()
    let gate = Gate()
    try workshop.record(on: gate.disk)
    gate.close()
    let text = String(repeating: "a note of a hundred thousand bytes ", count: 3_000)
    for number in 1...900 {
      workshop.recorder?.mark(text)
      workshop.recorder?.pause()
      workshop.tick(1)
      workshop.recorder?.resume()
      if number % 2 == 1 { try workshop.dispatcher.register(workshop.guest) }
      if number % 2 == 0 { try workshop.dispatcher.unregister(workshop.guest) }
    }
    gate.open()
    try workshop.recorder?.flush()
    workshop.tick(10)
    workshop.recorder?.mark("after")
    #expect(workshop.close() && workshop.problems(isWhole: true) == [])
    let notes = try LogReader(path: workshop.log).notes().map(\.text)
    // 64 megabytes of 90; and of the others it is known how many.
    #expect(notes.count < 700)
    #expect(
      notes.suffix(2) == [
        "notes missing here because the log could not be written: \(902 - notes.count)",
        "after",
      ])
  }
}

/// Holds up all that is to be written while it is closed.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 1)

  func close() { semaphore.wait() }
  func open() { semaphore.signal() }

  var disk: ProbedDisk {
    ProbedDisk(syncs: false) { [semaphore] moment in
      guard moment.call == .append, moment.stage == .before else { return }
      semaphore.wait()
      semaphore.signal()
    }
  }
}
