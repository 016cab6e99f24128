import FluxTesting
import Foundation
import Testing

@testable import PlayheadServer

/// The page that describes the protocol: its examples are run.
@Suite struct ProtocolTests {
  private static let page = URL(filePath: #filePath)
    .appending(
      path: "../../../Sources/PlayheadServer/PlayheadServer.docc/Protocol.md"
    ).standardized

  /// The blocks of the page after a line, up to the next one of three backquotes.
  private static func blocks(after line: String) throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "\n\(line)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// What a shell says to a block.
  private func run(_ block: String, _ served: ServedLog) throws -> String {
    let done = try FinishedProcess.run(
      URL(filePath: "/bin/sh"), ["-c", block], in: served.folder,
      variables: ["ADDRESS": served.server.address])
    #expect(done.code == 0, "\(done)")
    return done.output
  }

  @Test func `the examples of the protocol's page do what the page says`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let calls = try Self.blocks(after: "```sh")
      #expect(calls.count == 2)
      #expect(try run(calls[0], served) == Self.blocks(after: "```text").first)
      let lines = try run(calls[1], served).split(separator: "\n")
      #expect(lines.count > 2 && lines.dropLast().allSatisfy { $0.contains(/^{"(part|event)":{/) })
      #expect(lines.last?.hasPrefix(#"{"answer":{"#) == true)
    }
  }

  @Test func `each question that the protocol's page shows has an answer`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let questions = try Self.blocks(after: "```json")[0].split(separator: "\n")
      let names = questions.compactMap { $0.firstMatch(of: /^{"ask": "(\w+)"/)?.output.1 }
      let all = Question.types.keys.filter { !$0.hasPrefix("page") }.sorted()
      #expect(names.map(String.init) == all)
      for question in questions {
        let reply = try served.ask(String(question))
        #expect(reply.lines.last?.hasPrefix(#"{"answer":"#) == true, "\(question): \(reply.text)")
      }
    }
  }
}
