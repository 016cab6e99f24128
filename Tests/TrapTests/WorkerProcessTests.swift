import FluxTesting
import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import Testing

@testable import PlayheadDebugger

/// A worker's process is nobody's but its parent's, and ends with its use.
@Suite struct WorkerProcessTests {
  private static func worker() throws -> WorkerProcess {
    try WorkerProcess(Trapped.program, under: .usual)
  }

  @Test func `a worker keeps none of its parent's files open`() async throws {
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

  @Test func `a child process of a store does not hide the crash of its worker`() async throws {
    try await onOwnThread {
      let trapped = try Trapped(["add 1", "help"])
      let log = trapped.folder.appending(path: "t.playhead").path
      let worker = try WorkerProcess(trapped.armedProgram(), under: .usual)
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

  @Test func `the error for a program that does not start as a worker gives the reason`() {
    let error = #expect(throws: WorkerError.self) { try WorkerProcess("/bin/false", under: .usual) }
    #expect(error?.startReason == "'/bin/false' does not answer as a worker: it exited with code 1")
  }

  @Test func `a request is sent again after its worker is killed from outside`() async throws {
    let (ending, wasKilled) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "die", "add 2"])
      let mark = trapped.folder.appending(path: "killed").path
      trapped.variables["TRAPPER_KILLED"] = mark
      let ending = try trapped("state", "t.playhead", "end", "numbers.all")
      return (ending, FileManager.default.fileExists(atPath: mark))
    }
    #expect(wasKilled)
    #expect(ending == Trapped.Ending(output: "[1, 2]\n", error: "", code: 0))
  }

  @Test func `'check' does not blame a store for one kill from outside`() async throws {
    let (ending, wasKilled) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "die", "add 2"])
      let mark = trapped.folder.appending(path: "killed").path
      trapped.variables["TRAPPER_KILLED"] = mark
      let ending = try trapped("check", "t.playhead", "--runs", "2")
      return (ending, FileManager.default.fileExists(atPath: mark))
    }
    #expect(wasKilled && ending.code == 0, "\(ending)")
  }

  @Test func `a worker's end counts against a store if it repeats at the same step`() {
    func verdicts(_ steps: [Step?], mayBeFromOutside: Bool = true) -> [Bool] {
      var ends = KillRetry()
      return steps.map { step in
        var end = WorkerEnd(
          kind: .end, reason: "", place: step.map { .init(step: $0, isInBranch: false, store: nil) }
        )
        end.mayBeFromOutside = mayBeFromOutside
        return ends.includes(end)
      }
    }
    #expect(verdicts([2], mayBeFromOutside: false) == [false])
    #expect(verdicts([2, 2]) == [true, false])
    #expect(verdicts([2, 3, nil, 5]) == [true, true, true, false])
  }

  @Test func `a worker outlives the thread that started it`() async throws {
    nonisolated(unsafe) var worker: WorkerProcess?
    try await onOwnThread { worker = try Self.worker() }
    try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2"])
      let log = trapped.folder.appending(path: "t.playhead").path
      let call = InspectorCall(StateRequest(of: 2), about: ReplaySpec(log, decoding: .usual))
      #expect(try worker?.result(of: call) != nil)
    }
  }

  @Test func `a child process that ended is reaped before its end is asked for`() async throws {
    try await onOwnThread {
      nonisolated(unsafe) var number: pid_t = 0
      let child = try ChildProcess { id in
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(words[0]) }
        let fault = posix_spawn(&id, "/bin/true", nil, nil, &words, environ)
        number = id
        return fault
      }
      // A zombie still has its number.
      for _ in 0..<60_000 where kill(number, 0) == 0 { usleep(1_000) }
      #expect(kill(number, 0) != 0)
      #expect(child.end().isGood)
    }
  }

  @Test func `the worker process of an inspector ends with the inspector`() async throws {
    try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2"])
      let log = try LogReader(path: trapped.folder.appending(path: "t.playhead").path)
      var host: WorkerHost? = WorkerHost(
        Trapped.program, log, ReplaySpec(log.name, decoding: .usual),
        stepLimit: WorkerProcess.stepLimit)
      var call = InspectorCall(StateRequest(of: 2), about: ReplaySpec(log.name, decoding: .usual))
      _ = try host?.answer(to: &call, { _ in }, { _ in })
      weak let worker = host?.worker
      #expect(worker != nil)
      host = nil
      #expect(worker == nil)
    }
  }
}
