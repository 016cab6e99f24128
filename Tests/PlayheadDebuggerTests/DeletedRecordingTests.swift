import FluxTesting
import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadRepair
import TestSupport
import Testing

/// Files that are deleted while a real `playhead record` goes on, which then ends or is killed.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DeletedRecordingTests {
  /// A recorder of an editor that has performed two lines.
  private final class Session {
    private let desk: Desk
    let log: String
    let tool: StartedTool

    init() throws {
      desk = try Desk()
      try desk.makeDirectory("made.folder")
      log = desk.path("made.folder/s.playhead")
      tool = try StartedTool(
        Desk.tool, ["record", "text-editor", "-o", log], in: desk.path(""))
      insert(2)
      try waitUntil("two actions are recorded") { try reader().lastStep == 2 }
    }

    deinit {
      tool.send(SIGKILL)
      _ = tool.end(within: 60)
    }

    func insert(_ lines: Int = 1) {
      tool.type(String(repeating: "insert x\n", count: lines))
    }

    /// What a command would read now.
    func reader() throws -> LogReader { try LogReader(path: log) }

    /// Deletes files of the folder, or all of that.
    func delete(_ names: [String]) throws {
      for name in names { try FileManager.default.removeItem(atPath: desk.path(name)) }
    }

    /// Waits much longer than a busy machine takes; what throws is not so yet.
    func waitUntil(_ what: Comment, _ condition: () throws -> Bool) throws {
      let limit = ContinuousClock.now + .seconds(30)
      while (try? condition()) != true {
        try #require(.now < limit && tool.isRunning, what)
        usleep(5_000)
      }
    }
  }

  private static let log = "made.folder/s.playhead"
  private static let tail = "made.folder/s.playhead.tail"

  @Test func `a killed recorder whose tail was deleted leaves all actions`()
    async throws
  {
    try await onOwnThread {
      let session = try Session()
      try session.delete([Self.tail])
      session.insert()
      // No action follows that could have the recorder look.
      try session.waitUntil("the log has the third action") { try session.reader().lastStep == 3 }
      session.insert()
      try session.waitUntil("another tail has a note and the fourth action") {
        let log = try session.reader()
        return try log.lastStep == 4 && log.notes().contains { $0.text.hasPrefix("the tail was") }
      }
      session.tool.send(SIGKILL)
      #expect(session.tool.end(within: 60) == .signal(SIGKILL))
      let log = try session.reader()
      #expect(log.actionCount == 4 && log.lostSteps == [] && log.damages == [])
    }
  }

  @Test(arguments: [[Self.log], [Self.log, Self.tail], ["made.folder"]])
  func `a killed recorder whose log was deleted leaves the later actions`(
    names: [String]
  ) async throws {
    try await onOwnThread {
      let session = try Session()
      try session.delete(names)
      session.insert()
      try session.waitUntil("there is another log") { try session.reader().lastCountedStep == 3 }
      session.insert()
      try session.waitUntil("the log or its tail has the fourth action") {
        try session.reader().lastStep == 4
      }
      session.tool.send(SIGKILL)
      #expect(session.tool.end(within: 60) == .signal(SIGKILL))
      let log = try session.reader()
      // The recorder may have looked before the third action or behind it.
      #expect([2, 3].contains(log.initialStep) && log.lostSteps == [] && log.damages == [])
      #expect(log.actionCount == Int(log.lastStep.number - log.initialStep.number))
      #expect(try log.notes().contains { $0.text.hasPrefix("the log was deleted") })
    }
  }

  @Test(arguments: [[Self.log], [Self.log, Self.tail], ["made.folder"]])
  func `a recorder whose log was deleted closes a new log with the state and fails`(
    names: [String]
  ) async throws {
    try await onOwnThread {
      let session = try Session()
      try session.delete(names)
      session.tool.closeInput()
      #expect(session.tool.end(within: 120) == .exit(1))
      let text = "was deleted during the recording and has only the steps after 2\n"
      #expect(session.tool.errorText.hasSuffix(text), "\(session.tool.errorText)")
      let log = try session.reader()
      #expect(log.isClosed && log.initialStep == 2 && log.actionCount == 0)
      #expect(try log.verify().problems == [])
      #expect(!FileManager.default.fileExists(atPath: session.log + ".tail"))
    }
  }
}
