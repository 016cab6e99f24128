import FluxTesting
import Foundation
import PlayheadReading
@testable import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

@testable import PlayheadDebugger

#if os(Linux)
  /// What workers leave behind; all of it is for 'tools/soak workers'.
  @Suite(.serialized, .timeLimit(.minutes(60))) struct WorkerCampaignTests {
    private typealias Way = `A store that costs its process`.Way

    /// What this process has.
    private struct Possessions {
      var children: [String]
      var descriptors: Int
      var threads: Int
      /// In kilobytes, and that of all children.
      var memory: Int
      var memoryOfChildren: Int

      init() throws {
        let files = FileManager.default
        let tasks = try files.contentsOfDirectory(atPath: "/proc/self/task")
        children = tasks.flatMap { task in
          let text = try? String(
            contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)
          return text?.split(separator: " ").map(String.init) ?? []
        }
        descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
        threads = tasks.count
        memory = Self.memory(of: "self")
        memoryOfChildren = children.reduce(0) { $0 + Self.memory(of: $1) }
      }

      private static func memory(of process: String) -> Int {
        // A child may have ended meanwhile.
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      }

      /// Only in a campaign, where no other tests run: those have descriptors and threads of their own. A few may come and go
      /// with the system's pools.
      func expectNoMore(than before: Possessions, memory limit: Int = 16_000) {
        #expect(children.count <= before.children.count + 2 && threads <= before.threads + 8)
        #expect(descriptors <= before.descriptors + 16)
        #expect(memory <= before.memory + limit, "\(before.memory) kB, then \(memory) kB")
        // A tenth of a kilobyte for each of 10,000 questions, and what a heap grows by anyway.
        #expect(
          memoryOfChildren <= before.memoryOfChildren + 2_000,
          "children: \(before.memoryOfChildren) kB, then \(memoryOfChildren) kB")
      }
    }

    private static func task(_ name: String, in trapped: Trapped) -> ReplaySpec {
      ReplaySpec(trapped.folder.appending(path: name).path, decoding: .usual)
    }

    @Test
    func
      `worker processes report how a store ended them, and leave no process, file or memory behind`()
      async throws
    {
      let count = Soak.isOn ? 1_000 : Way.allCases.count
      let (begin, end) = try await onOwnThread {
        let trapped = try Trapped(files: [])
        for way in Way.allCases {
          try trapped.record(["add 1", way.rawValue, "add 2"], to: "\(way).playhead")
        }
        let program = try trapped.armedProgram()
        var begin = try Possessions()
        for number in 0..<count {
          let way = Way.allCases[number % Way.allCases.count]
          let worker = try WorkerProgram(program).start()
          // The others take no time to speak of; beside other tests a machine may be busy for seconds.
          worker.limit = .milliseconds(way == .endless ? (Soak.isOn ? 300 : 3_000) : 60_000)
          let call = InspectorCall(
            StateRequest(of: 3), about: Self.task("\(way).playhead", in: trapped))
          do {
            _ = try worker.result(of: call)
            Issue.record("\(way) has an answer")
          } catch WorkerError.ended(let end) {
            #expect(end.place?.step == 2 && end.place?.store == "numbers", "\(way): \(end)")
          }
          if number == count / 10 { begin = try Possessions() }
        }
        return (begin, try Possessions())
      }
      guard Soak.isOn else { return }
      end.expectNoMore(than: begin)
      print("\(count) processes: \(begin.memory) kB, then \(end.memory) kB")
    }

    @Test func `a worker process stops canceled requests, answers the next one and leaks nothing`()
      async throws
    {
      let count = Soak.isOn ? 10_000 : 40
      let (begin, end, interrupted) = try await onOwnThread {
        let trapped = try Trapped((0..<3_000).map { "add \($0)" })
        let worker = try WorkerProgram(trapped.armedProgram()).start()
        let condition = try Condition("state('numbers.last') = 1")
        let call = InspectorCall(
          BisectRequest(condition), about: Self.task("t.playhead", in: trapped))
        func isInterrupted(cancels: Bool) throws -> Bool {
          do {
            try worker.ask(call)
            if cancels { worker.cancel() }
            let answer = try worker.answer(to: call)
            #expect(answer.found.first == nil)
            return false
          } catch WorkerError.failed(let failure) {
            #expect(failure.error is Interruption, "\(failure)")
            return true
          }
        }
        var begin = try Possessions()
        var interrupted = 0
        for number in 0..<count {
          if try isInterrupted(cancels: true) { interrupted += 1 }
          if number == count / 10 { begin = try Possessions() }
        }
        #expect(try !isInterrupted(cancels: false), "the worker goes on")
        return try withExtendedLifetime(worker) { (begin, try Possessions(), interrupted) }
      }
      #expect(interrupted > count * 9 / 10)
      guard Soak.isOn else { return }
      end.expectNoMore(than: begin)
      #expect(begin.memoryOfChildren > 0 && end.memoryOfChildren > 0, "the worker is a child")
      print(
        "\(interrupted) of \(count) questions were cancelled; the worker: "
          + "\(begin.memoryOfChildren) kB, then \(end.memoryOfChildren) kB")
    }

    @Test func `Ctrl-C stops a long replay in 'debug', which continues and leaves no process`()
      async throws
    {
      let count = Soak.isOn ? 10_000_000 : 50_000
      let ((taken, left), ending) = try await onOwnThread {
        let trapped = try Trapped(files: [])
        let input = trapped.folder.appending(path: "lines")
        try Data(String(repeating: "need 0\n", count: count).utf8).write(to: input)
        let recorded = try trapped(
          "record", "trapper", "--input", "lines", "-o", "t.playhead")
        #expect(recorded.code == 0, "\(recorded)")
        let output = trapped.folder.appending(path: "output")
        var taken = Duration.zero
        let commands = ["goto 0", "break if state('numbers.last') = 9", "c", "when", "print"]
        let ending = try trapped.perform(["debug", "t.playhead"], input: commands) { tool in
          // The replay is on its way as soon as the condition has been set.
          while try !String(contentsOf: output, encoding: .utf8).contains("> c"), tool.isRunning {
            usleep(1_000)
          }
          usleep(Soak.isOn ? 2_000_000 : 100_000)
          let begin = ContinuousClock.now
          kill(tool.processIdentifier, SIGINT)
          while try !String(contentsOf: output, encoding: .utf8).contains("interrupted"),
            tool.isRunning
          { usleep(1_000) }
          taken = begin.duration(to: .now)
        }
        return ((taken, try trapped.processesLeft()), ending)
      }
      #expect(ending.output.contains("interrupted; still at step 0"), "\(ending)")
      #expect(ending.output.contains("> print\n"), "the session goes on: \(ending)")
      #expect(left == [])
      if Soak.isOn {
        print("Ctrl-C in a replay of \(count) actions: \(taken)")
        #expect(taken < .milliseconds(200))
      }
    }
  }
#endif
