import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@testable import PlayheadInspector
@testable import trap_app

/// Stores that crash, end their process, or never come to an end, and programs that lie.
@Suite struct UnreliableStoreTests {
  /// A folder with the log of a session in which no store crashed, and programs in which stores do.
  private final class Scene {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "scene-\(UUID())")
    var log: String { folder.appending(path: "t.playhead").path }

    init(_ lines: [String]) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let app = try Trapper(inputs: .seeded())
      let recording = try app.dispatcher.record(to: log, app: Trapper.appName)
      for line in lines { _ = try app.perform(line) }
      try recording.close()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A script.
    func program(_ text: String) throws -> String {
      let file = folder.appending(path: "program-\(UUID())")
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      return file.path
    }

    /// Stores that crash.
    func armed() throws -> String {
      let app = Bundle.main.bundleURL.appending(path: "trap-app").path
      return try program("TRAPPER=armed exec '\(app)' \"$@\"")
    }

    func inspector(
      at program: String, _ interrupts: InterruptFlag? = nil, stepLimit: Duration = .seconds(60)
    ) throws -> Inspector {
      let connection = ChildProcessConnection(program, interrupts, stepLimit: stepLimit)
      return try Inspector(LogReader(path: log), storesAt: connection)
    }
  }

  @Test func `a process that ends between two questions does not end the one that asks`()
    async throws
  {
    try await onOwnThread {
      let scene = try Scene(["add 1", "add 2"])
      let app = Bundle.main.bundleURL.appending(path: "trap-app").path
      let inspector = try scene.inspector(
        at: scene.program("echo $$ > '\(scene.log).pid'; exec '\(app)' \"$@\""))
      let value = try inspector.ask(StateRequest(of: 2)).value
      let number = try String(contentsOfFile: scene.log + ".pid", encoding: .utf8)
      let process = try #require(pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(process, SIGKILL) == 0)
      usleep(200_000)
      let answers = (1...2).map { _ in Result { try inspector.ask(StateRequest(of: 2)).value } }
      #expect(try answers[1].get() == value)
    }
  }

  @Test func `a question that needs no stores ends with its task`() async throws {
    let scene = try Scene(["add 1", "add 2"])
    let log = URL(filePath: scene.log)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Inspector(log).ask(ActionsRequest())
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    withExtendedLifetime(scene) {}
  }

  @Test func `after a crash an inspector has the states before it and knows its step and reason`()
    async throws
  {
    try await onOwnThread {
      let scene = try Scene(["add 1", "index 7", "add 2"])
      let inspector = try scene.inspector(at: scene.armed())
      for _ in 1...2 {
        let error = #expect(throws: ReplayError.self) { try inspector.ask(StateRequest(of: 3)) }
        #expect(
          error?.step == 2 && error?.reason == "Index out of range", "\(String(describing: error))")
      }
      #expect(inspector.knownCrashes.map(\.step) == [2])
      let value = try inspector.ask(StateRequest(of: 1, at: StatePath("numbers.all"))).value
      #expect(value.json == "[1]")
    }
  }

  @Test(arguments: [("leave", KnownCrash.Kind.end), ("climb 0", .silence), ("overflow", .trap)])
  func `an inspector says how a store ended its process`(line: String, kind: KnownCrash.Kind)
    async throws
  {
    try await onOwnThread {
      let scene = try Scene(["add 1", line, "add 2"])
      let inspector = try scene.inspector(at: scene.armed(), stepLimit: .seconds(2))
      #expect(throws: ReplayError.self) { try inspector.ask(StateRequest(of: 3)) }
      #expect(inspector.knownCrashes.map(\.kind) == [kind])
      #expect(inspector.knownCrashes.map(\.step) == [2])
    }
  }

  @Test func `a long answer goes on after a crash and gives no part twice`() async throws {
    try await onOwnThread {
      let scene = try Scene(["add 1", "add 2", "index 7", "add 3"])
      let inspector = try scene.inspector(at: scene.armed())
      var steps: [Step] = []
      let request = ActionsRequest(withChanges: true)
      _ = try? inspector.ask(request) { part in
        if case .action(let action, _, _) = part { steps.append(action.step) }
      }
      #expect(steps == [1, 2, 3, 4])
    }
  }

  @Test func `a raised flag cancels a question, and the next one is answered`()
    async throws
  {
    try await onOwnThread {
      let scene = try Scene((1...20_000).map { "add \($0)" })
      let flag = InterruptFlag()
      let inspector = try scene.inspector(at: scene.armed(), flag)
      let condition = try Condition("state('numbers.last') = 1")
      Thread.detachNewThread {
        usleep(50_000)
        flag.raise()
      }
      let start = ContinuousClock.now
      #expect(throws: Interruption.self) { try inspector.ask(BisectRequest(condition)) }
      #expect(ContinuousClock.now - start < .seconds(20))
      flag.lower()
      #expect(
        try inspector.ask(StateRequest(of: 1, at: StatePath("numbers.all"))).value.json == "[1]")
    }
  }

  @Test(arguments: [
    "exit 3", "exec cat", "head -c 100 /dev/urandom >&4",
    "printf '\\377\\377\\377\\377\\377\\377\\377\\177' >&4",
    "printf '\\002\\0\\0\\0\\0\\0\\0\\0{}' >&4",
  ])
  func `a program that is no debugger is refused with a reason`(text: String) async throws {
    try await onOwnThread {
      let scene = try Scene(["add 1"])
      let program = WorkerProgram(try scene.program(text), startLimit: .seconds(2))
      let error = #expect(throws: (any Error).self) { try program.start() }
      #expect(error is WorkerError, "\(String(describing: error))")
    }
  }
}
