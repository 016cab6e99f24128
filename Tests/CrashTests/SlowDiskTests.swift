import Dispatch
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing
import crash_app

/// A disk that takes nothing for a while: the app goes on at once, and does without the recording.
@Suite struct SlowDiskTests {
  /// Opens when told.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func pass() {
      semaphore.wait()
      semaphore.signal()
    }
  }

  @Test func `while a disk takes nothing, the tail fills, and the rest is a gap`() throws {
    let gate = Gate()
    let disk = ProbedDisk(syncs: false) { moment in
      // The header's append is the app's own wish.
      if moment.call == .append, moment.stage == .before, moment.number > 8 { gate.pass() }
    }
    let workshop = try Workshop()
    try workshop.record(on: disk)
    workshop.tick(TailFormat.sheetLimit * LogFormat.chunkActions + 50_000)
    // What would take memory for ever if nobody counted.
    for _ in 0..<1_000 { workshop.recorder?.mark(String(repeating: "a note ", count: 10_000)) }
    gate.open()
    try workshop.recorder?.flush()
    workshop.tick(100)
    #expect(workshop.close() && workshop.problems(isWhole: true) == [])
    let log = try LogReader(path: workshop.log)
    #expect(try log.gaps().map(\.reason) == [.overrun])
    #expect(log.actionCount >= TailFormat.sheetLimit * LogFormat.chunkActions)
    // From the gap's last step on the states are known again.
    let behind = try #require(try log.gaps().first?.steps.upperBound)
    #expect(try log.checkpoints().contains { $0.step == behind })
  }
}
