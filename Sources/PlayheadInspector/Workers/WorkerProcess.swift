import Foundation
import PlayheadCoding
package import PlayheadReplay
import PlayheadValues
import Synchronization

/// A worker in a child process, of the same program or another build of it.
package final class WorkerProcess: WorkerChannel {
  /// A program that sends no greeting for this long is not a worker.
  package static let startLimit = Duration.seconds(20)

  /// By default, a step that takes longer than this counts as endless.
  package static let stepLimit = Duration.seconds(60)

  /// How long a process gets to end by itself.
  private static let exitGrace = Duration.milliseconds(20)

  /// How often to check, during the wait for an answer, whether it is still wanted.
  private static let lookInterval = Duration.milliseconds(50)

  private struct Running {
    let process: ChildProcess
    let pipe: MessagePipe
    let memory: SharedMemory
    let output: CapturedOutput
  }

  private var running: Running?
  private var requestCount: UInt64 = 0
  /// The time of the last request, the last reply, or the worker's last new step.
  private var last = ContinuousClock.now
  package var limit: Duration?
  /// Called now and then during the wait for an answer. If it throws, the process is killed.
  var whileWaiting: () throws -> Void = {}
  package let greeting: WorkerGreeting
  /// The app's standard error from before the process ended.
  private var written = ""

  /// Starts `program` as a worker, and waits at most `startLimit` for its greeting. Throws ``WorkerError``.
  init(
    _ program: String, _ setting: ProcessSetting, startLimit: Duration = startLimit
  ) throws {
    _ = Self.handlesClosedPipes
    guard let memory = SharedMemory(), let output = CapturedOutput() else {
      throw WorkerError.notStarted(reason: String(cString: strerror(errno)), isLimit: true)
    }
    let (process, pipe) = try Self.start(program, setting, memory, output)
    do {
      let bytes = try pipe.receiveBytes(until: .now + startLimit)
      let version = try JSONDecoder().decode(WorkerVersion.self, from: bytes).version
      guard version == MessagePipe.version else { throw WorkerError.otherVersion(version) }
      greeting = try JSONDecoder().decode(WorkerGreeting.self, from: bytes)
      running = Running(process: process, pipe: pipe, memory: memory, output: output)
    } catch {
      let ending = process.end(within: error is PipeClosed ? Self.exitGrace : .zero)
      if let error = error as? WorkerError { throw error }
      var reason = "'\(program)' does not answer as a worker"
      if error is PipeClosed, !ending.isGood {
        let words = CapturedOutput.crash(in: output.take()).reason ?? ending.words
        reason += ": \(words.visible)"
      }
      throw WorkerError.notStarted(reason: reason)
    }
  }

  deinit { stop() }

  /// Without a handler, a write to a process that has ended would end this one. A handler instead of SIG_IGN, which the
  /// process would inherit; a handler of the program stays.
  private static let handlesClosedPipes: Void = {
    var current = sigaction()
    sigaction(SIGPIPE, nil, &current)
    #if canImport(Darwin)
      let isDefault = current.__sigaction_u.__sa_handler == nil
    #else
      let isDefault = current.__sigaction_handler.sa_handler == nil
    #endif
    if isDefault { signal(SIGPIPE) { _ in } }
  }()

  // MARK: Asking

  package func ask(_ request: some WorkerRequest) throws {
    let running = try requireRunning()
    requestCount += 1
    do {
      try running.pipe.send(WorkerMessage(request, number: requestCount))
      last = .now
    } catch is PipeClosed {
      throw WorkerError.ended(ownEnd(of: running))
    }
  }

  package func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    let running = try requireRunning()
    while true {
      let reply: WorkerReply
      do {
        reply = try self.reply(of: running)
      } catch is PipeClosed {
        throw WorkerError.ended(ownEnd(of: running))
      } catch is PipeSilent {
        throw WorkerError.ended(silentEnd(of: running))
      } catch is DecodingError {
        throw WorkerError.misunderstood
      }
      switch reply {
      case .working, .part: try onReply(reply)
      case .failed(let failure): throw WorkerError.failed(failure)
      case .answer(let bytes):
        guard let answer = try? WorkerCoding.value(Request.Answer.self, bytes) else {
          throw WorkerError.misunderstood
        }
        return answer
      }
    }
  }

  private func requireRunning() throws -> Running {
    guard let running else { throw WorkerError.lost("it had ended before") }
    return running
  }

  private func reply(of running: Running) throws -> WorkerReply {
    var step = running.memory.place?.step
    while try !running.pipe.hasMessage(until: .now + Self.lookInterval) {
      do {
        try whileWaiting()
      } catch {
        stop()
        throw error
      }
      // Progress in shared memory counts as a reply.
      let current = running.memory.place?.step
      if current != step { (step, last) = (current, .now) }
      if let limit, ContinuousClock.now - last >= limit { throw PipeSilent() }
    }
    let reply = try running.pipe.receive(
      WorkerReply.self, until: limit.map { .now + $0 })
    last = .now
    return reply
  }

  func cancel() { running?.memory.cancelled = requestCount }

  var place: CrashMarker.Location? { running?.memory.place }

  func takeOutput() -> String {
    defer { written = "" }
    return written + (running?.output.take() ?? "")
  }

  // MARK: Ending

  private func ownEnd(of running: Running) -> WorkerEnd {
    let ending = stop(isEnding: true)
    var end = WorkerEnd(kind: .end, reason: ending.words, place: running.memory.place)
    end.decodedAhead = running.memory.decodedAhead
    guard ending.isTrap else {
      if case .signal = ending { end.mayBeFromOutside = true }
      return end
    }
    let crash = CapturedOutput.crash(in: written)
    (end.kind, end.reason) = (.trap, crash.reason ?? ending.trapWords)
    end.location = crash.location
    written = CapturedOutput.otherWords(in: written)
    return end
  }

  private func silentEnd(of running: Running) -> WorkerEnd {
    let place = running.memory.place
    stop()
    let seconds = limit?.components.seconds ?? 0
    var end = WorkerEnd(
      kind: .silence, reason: "it made no progress for \(seconds) seconds", place: place)
    end.decodedAhead = running.memory.decodedAhead
    return end
  }

  /// Kills the process, and returns how it ended. If it `isEnding`, first waits for it to end by itself.
  @discardableResult func stop(isEnding: Bool = false) -> ProcessEnding {
    guard let running else { return .code(0) }
    self.running = nil
    let ending = running.process.end(within: isEnding ? Self.exitGrace : .zero)
    written += running.output.take()
    return ending
  }
}
