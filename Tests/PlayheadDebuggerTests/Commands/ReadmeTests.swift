import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  /// The examples of a page's table of commands, without the tool's name.
  private static func examples(in page: String) throws -> [String] {
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("|") }
      .compactMap { line in
        guard let start = line.range(of: "| `playhead ") else { return nil }
        return String(line[start.upperBound...].prefix { $0 != "`" })
      }
  }

  @Test func `the table in the documentation page Commands.md has every command`() throws {
    let examples = try Self.examples(in: Self.commands)
    for command in PlayheadCommand.tool(named: "playhead", apps: []).commands {
      #expect(examples.contains { "\($0) ".hasPrefix("\(command.name) ") }, "\(command.name)")
    }
  }

  private static let commands = "Sources/PlayheadDebugger/PlayheadDebugger.docc/Commands.md"

  @Test(arguments: ["README.md", commands])
  func
    `each example in the command tables of README.md and Commands.md succeeds and prints something`(
      page: String
    ) async throws
  {
    try await onOwnThread { try performExamples(of: page) }
  }

  private func performExamples(of page: String) throws {
    let desk = try Desk()
    let letter = Self.root.appendingPathComponent("fixtures/text-editor/letter.txt")
    try desk.write(Data(contentsOf: letter), to: "letter.txt")
    // The build to compare with: the same one.
    try desk.makeDirectory("before")
    desk.programFile = Desk.tool
    try desk.makeBuild("before/playhead", of: Desk.tool)
    #expect(desk.playhead("record text-editor -i letter.txt -o other.playhead").code == .good)
    let result =
      #"{"schema":1,"asked":"check","build":"b","log":"other.playhead","outcome":"good","causes":[]}"#
    try desk.write("\(result)\n".utf8, to: "results.jsonl")
    let examples = try Self.examples(in: page)
    #expect(!examples.isEmpty)
    for example in examples {
      let terminal = MemoryTerminal()
      // Only Ctrl-C ends 'serve'.
      terminal.paused = { _ = $0.interrupted?() }
      let outcome = desk.inside { desk.playhead(example, on: terminal) }
      #expect(outcome.code == .good && outcome.error.isEmpty, "\(example): \(outcome.error)")
      #expect(!outcome.output.isEmpty, "\(example)")
    }
  }
}
