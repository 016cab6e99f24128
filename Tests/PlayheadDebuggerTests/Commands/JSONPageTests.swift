import Foundation
@testable import PlayheadDebugger
import TestSupport
import Testing

/// The page `JSONOutput.md` of the documentation: its examples are answered as the page says, and every command has one.
///
/// With `PLAYHEAD_REWRITE_TRANSCRIPTS` set the answers are written into the page instead of compared.
@Suite struct JSONPageTests {
  private static let file = TranscriptTests.directory
    .appendingPathComponent("../../Sources/PlayheadDebugger/PlayheadDebugger.docc/JSONOutput.md")
    .standardized

  /// The examples: what stands between fences, without them.
  private static func examples(of page: String) -> [String] {
    page.matches(of: /```\n((?s).*?)```/).map { String($0.output.1) }
      .filter { $0.hasPrefix("$ playhead ") }
  }

  @Test
  func `each command in the documentation page JSONOutput.md prints the output that it shows`()
    throws
  {
    var page = try String(contentsOf: Self.file, encoding: .utf8)
    let desks = (try TranscriptTests.desk(for: "compare"), try Desk.forREPL())
    var wrong: [String] = []
    for example in Self.examples(of: page) {
      let desk = example.hasPrefix("$ playhead debug ") ? desks.1 : desks.0
      // What is saved is saved beside the logs, and not where the tests run.
      let (saving, savingThere) = ("< save ", "< save " + desk.path("") + "/")
      let typed = example.replacing(saving, with: savingThere)
      let answered = try Transcript(typed, of: Self.file).answered(on: desk)
        .replacing(savingThere, with: saving)
      guard answered != example else { continue }
      wrong.append(answered)
      page = page.replacing("```\n\(example)```", with: "```\n\(answered)```")
    }
    if ProcessInfo.processInfo.environment["PLAYHEAD_REWRITE_TRANSCRIPTS"] != nil {
      try page.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(wrong == [])
  }

  @Test
  func
    `the documentation page JSONOutput.md has an example of every command, also of those in 'debug'`()
    throws
  {
    let examples = Self.examples(of: try String(contentsOf: Self.file, encoding: .utf8))
    let tool = PlayheadCommand.tool(named: "playhead", apps: [])
    for command in tool.commands + [HelpCommand(tool: tool)] {
      let calls = examples.filter { $0.hasPrefix("$ playhead \(command.name) ") }
      #expect(calls.contains { $0.prefix { $0 != "\n" }.hasSuffix(" --json") }, "\(command.name)")
    }
    let typed = examples.flatMap { example in
      example.split(separator: "\n").filter { $0.hasPrefix("< ") }
    }
    for command in REPLCommands.all {
      #expect(typed.contains { "\($0) ".hasPrefix("< \(command.name) ") }, "\(command.name)")
    }
  }

  @Test
  func
    `the documentation page JSONOutput.md names all members of answers, and in its lists no others`()
    throws
  {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    let printed = page.matches(of: /"(\w+)":/).map { String($0.output.1) }
    let named = page.matches(of: /`(\w+)`/).map { String($0.output.1) }
    let members = try Self.members()
    #expect(members.subtracting(named + printed) == [])
    let listed = page.matches(of: /(?m)^- (.*?):/).flatMap { item in
      item.output.1.matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
    #expect(Set(listed).subtracting(members).subtracting(printed) == [])
  }

  /// The properties of the types of answers, except for those of exports.
  private static func members() throws -> Set<String> {
    let sources = file.appendingPathComponent("../..").standardized
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var members: Set<String> = []
    for case let name as String in files
    where name.hasSuffix(".swift") && !name.hasSuffix("Exporter.swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      for type in text.matches(of: /(?m)^( *)(?:private )?struct \w+: Encodable \{$((?s).*?)^\1\}/)
      {
        members.formUnion(
          type.output.2.matches(of: /(?m)^ +(?:@IfPresent )?(?:let|var) `?(\w+)`?: [^{\n]*$/)
            .map { String($0.output.1) })
      }
    }
    return members
  }
}
