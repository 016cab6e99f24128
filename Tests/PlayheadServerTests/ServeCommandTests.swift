import FluxTesting
import Foundation
import TestSupport
import Testing

@testable import PlayheadServer

/// `playhead serve` in a process of its own.
@Suite struct ServeCommandTests {
  /// A copy of a session, and the tool that serves it.
  private final class Process {
    let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID())")
    let tool: StartedTool
    let address: URLComponents

    init(_ words: [String] = []) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let log = folder.appending(path: "likes.playhead")
      try FileManager.default.copyItem(at: ServedLog.feedLog, to: log)
      let program = Bundle.main.bundleURL.appending(path: "playhead").path
      tool = try StartedTool(program, ["serve", "likes.playhead"] + words, in: folder.path)
      let file = log.path + ".address"
      let end = ContinuousClock.now + .seconds(60)
      var text: String?
      while text == nil, tool.isRunning, .now < end {
        text = try? String(contentsOfFile: file, encoding: .utf8)
        usleep(10_000)
      }
      address = try #require(
        URLComponents(string: (text ?? "").trimmingCharacters(in: .newlines)), "\(tool.errorText)")
    }

    deinit {
      tool.send(SIGKILL)
      try? FileManager.default.removeItem(at: folder)
    }

    func reply(_ text: String) throws -> RawReply {
      let port = try #require(address.port)
      let client = try RawClient(UInt16(port))
      client.send(
        text.replacing("TOKEN/", with: address.path.dropFirst()).replacing("PORT", with: "\(port)"))
      return try client.reply(within: 60)
    }

    /// The names of the files in the folder, except for what the test itself has there.
    var files: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter { !$0.hasPrefix("error-") }.sorted()
      }
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `'serve' answers with the app's stores, and a signal ends it with nothing left behind`(
    signal: Int32
  ) async throws {
    try await onOwnThread {
      let process = try Process()
      let body = #"{"ask":"blame","with":{"path":"feed"}}"#
      let reply = try process.reply(
        "POST /TOKEN/ask HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(reply.lines.last?.hasPrefix(#"{"answer":"#) == true, "\(reply.text)")
      let children = Self.children(of: process.tool.id)
      process.tool.send(signal)
      #expect(process.tool.end(within: 20) == .exit(0))
      #expect(try process.files == ["likes.playhead"])
      #expect(process.tool.errorText.trimmingCharacters(in: .newlines) == "")
      for child in children { #expect(Self.isGone(child), "process \(child)") }
      #expect(throws: (any Error).self) { try process.reply("") }
    }
  }

  @Test func `a signal ends 'serve' during a request`() async throws {
    try await onOwnThread {
      let process = try Process(["--no-open"])
      let stream = try RawClient(UInt16(#require(process.address.port)))
      stream.send("GET \(process.address.path) HTTP/1.1\r\n")
      process.tool.send(SIGINT)
      #expect(process.tool.end(within: 20) == .exit(0))
      #expect(try process.files == ["likes.playhead"])
    }
  }

  /// The child processes of a process; none where the system does not say.
  private static func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  private static func isGone(_ process: Int32) -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while .now < end {
      if kill(process, 0) != 0 { return true }
      usleep(10_000)
    }
    return false
  }
}
