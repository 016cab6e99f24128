import FluxTesting
import Foundation
import PlayheadReading
@testable import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import Testing

@testable import PlayheadDebugger

/// A worker's process is nobody's but its parent's, and ends with its use.
@Suite struct WorkerProcessTests {
  private static func worker() throws -> WorkerProcess {
    try WorkerProgram(Trapped.program).start()
  }

  @Test func `a worker process does not keep its parent's files open`() async throws {
    try await onOwnThread {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      defer { close(ends[0]) }
      let worker = try Self.worker()
      close(ends[1])
      var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      #expect(poll(&end, 1, 10_000) == 1 && end.revents & Int16(POLLHUP) != 0)
      _ = worker.stop()
    }
  }

  @Test
  func
    `a worker's crash is reported even if its store has started a child process that still runs`()
    async throws
  {
    try await onOwnThread {
      let trapped = try Trapped(["add 1", "help"])
      let log = trapped.folder.appending(path: "t.playhead").path
      let worker = try WorkerProgram(trapped.armedProgram()).start()
      worker.limit = .seconds(20)
      let call = InspectorCall(StateRequest(of: 2), about: ReplaySpec(log, decoding: .usual))
      do {
        _ = try worker.result(of: call)
        Issue.record("a store that traps has a state")
      } catch WorkerError.ended(let end) {
        #expect(end.kind == .trap && end.reason.hasPrefix("a helper runs"), "\(end)")
      }
    }
  }

  @Test func `WorkerProcess gives the reason if a program does not start as a worker`() {
    let error = #expect(throws: WorkerError.self) { try WorkerProgram("/bin/false").start() }
    #expect(error?.startReason == "'/bin/false' does not answer as a worker: it exited with code 1")
  }

  @Test(arguments: [
    (["state", "t.playhead", "end", "numbers.all"], "[1, 2]\n"),
    (["check", "t.playhead", "--runs", "2"], "t.playhead: deterministic, "),
  ])
  func `a command sends its request again after another process kills its worker once`(
    words: [String], answer: String
  ) async throws {
    let (ending, wasKilled) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "die", "add 2"])
      let mark = trapped.folder.appending(path: "killed").path
      trapped.variables["TRAPPER_KILLED"] = mark
      return (try trapped.perform(words), FileManager.default.fileExists(atPath: mark))
    }
    #expect(wasKilled && ending.code == 0 && ending.output.hasPrefix(answer), "\(ending)")
  }

  @Test func `a worker process still answers after the thread that started it has ended`()
    async throws
  {
    nonisolated(unsafe) var worker: WorkerProcess?
    try await onOwnThread { worker = try Self.worker() }
    try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2"])
      let log = trapped.folder.appending(path: "t.playhead").path
      let call = InspectorCall(StateRequest(of: 2), about: ReplaySpec(log, decoding: .usual))
      #expect(try worker?.result(of: call) != nil)
    }
  }
}
