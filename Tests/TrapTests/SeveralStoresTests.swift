import FluxTesting
import Foundation
import Testing

/// An app with stores that come and go, through the command line.
@Suite(.timeLimit(.minutes(5))) struct SeveralStoresTests {
  private static func session() throws -> Trapped { try Trapped("studio-app", "record") }

  private func perform(_ words: String..., input: [String] = []) async throws -> Trapped.Ending {
    try await onOwnThread { try Self.session().perform(words, input: input) }
  }

  @Test func `'log' shows each action with the name of the store that handled it`() async throws {
    let all = try await perform("log", "s.playhead").lines
    let lines = all.filter { !$0.hasPrefix(" store '") }
    #expect(all.contains(" store 'window_2' was added"), "\(all)")
    let wanted: [String] = [
      " 1 window_1/studio_app.Rename (title: \"one\") → window_1?",
      " 2 window_2/studio_app.Rename (title: \"two\") → window_2?",
      " 3 window_1/studio_app.Scroll (by: 12.5) → window_1?",
      " 4 window_2/studio_app.Fetch () → window_2?",
      " 5 library/studio_app.LibraryAction.import.rows.loaded (3) ← 4 → library?",
      " 6 popover/studio_app.PopoverAction.type (\"hi\") → popover?",
      " 7 window_2/studio_app.Scroll (by: 1.0) → window_2?",
      " 8 popover/studio_app.PopoverAction.type (\"there\") → popover?",
    ]
    #expect(Array(lines.prefix(8)) == wanted)
    let started = "library/studio_app.LibraryAction.import.started (file: \"a.csv\")"
    #expect(lines.contains { $0.contains(started) })
    // Those, seventeen payloads of sixteen kinds, twenty from four threads, and the last.
    let listed = lines.filter { !$0.isEmpty && !$0.contains(" ! ") }
    #expect(listed.count == 46)
  }

  @Test func `'state' gives the values of the app's own stores, also of stores that come and go`()
    async throws
  {
    let wanted = [
      ("1", "window_1.title", "\"one\""), ("4", "window_2.history", "[\"Rename\", \"Fetch\"]"),
      ("5", "library.facts.import", "\"rows(studio_app.RowAction.loaded(3))\""),
      ("6", "popover.text", "\"hi\""),
      // Another popover of the same name.
      ("8", "popover.text", "\"there\""), ("end", "window_1.title", "\"last\""),
    ]
    let found = try await onOwnThread {
      let session = try Self.session()
      return try wanted.map { try session("state", "s.playhead", $0.0, $0.1).output }
    }
    #expect(found == wanted.map { "\($0.2)\n" })
  }

  @Test func `commands work on a log of an app with several stores that come and go`() async throws
  {
    let endings = try await onOwnThread {
      let session = try Self.session()
      let calls = [
        ["check", "s.playhead", "--runs", "2"], ["compat", "s.playhead"], ["info", "s.playhead"],
        ["blame", "s.playhead"], ["diff", "s.playhead", "7"],
        ["history", "s.playhead", "window_2.scroll"],
        ["log", "s.playhead", "-t", "LibraryAction.import"],
        ["log", "s.playhead", "-t", "window_1/studio_app.Rename"],
        ["cut", "s.playhead", "6..", "-o", "c.playhead"], ["check", "c.playhead", "--runs", "2"],
        ["pack", "s.playhead", "-o", "p.playhead"], ["check", "p.playhead", "--runs", "2"],
        ["fixture", "add", "s.playhead", "--name", "kept"], ["fixture", "check", "Fixtures"],
        ["page", "s.playhead", "-o", "s.html"],
        ["export", "s.playhead", "--as", "ndjson", "-o", "s.ndjson"],
        ["shrink", "s.playhead", "--where", "state('popover.text') = 'there'", "-o", "t.playhead"],
      ]
      return try calls.map { ($0, try session.perform($0)) }
    }
    for (call, ending) in endings { #expect(ending.code == 0, "\(call): \(ending)") }
    let check = try #require(endings.first).1
    #expect(!check.output.contains("differ"), "\(check)")
    let ofType = endings[7].1.lines.map { $0.prefix(2) }
    #expect(ofType == [" 1", "46", ""], "\(endings[7].1)")
  }

  @Test func `'insert STORE/TYPE' in 'debug' sends a new action only to that store`() async throws {
    let ending = try await perform(
      "debug", "s.playhead",
      input: [
        "goto 3", "insert window_2/Rename {\"title\":\"new\"}", "print window_1.title",
        "print window_2.title", "goto 7", "edit _0 \"bye\"", "print popover.text",
        "insert library/LibraryAction.import.rows.loaded 9", "print library.facts.import", "quit",
      ])
    let said = ending.conversation.joined(separator: "\n")
    #expect(said.contains("4 window_2/studio_app.Rename (title: \"new\") inserted"), "\(said)")
    #expect(said.contains("print window_1.title\n \"one\"\n"), "\(said)")
    #expect(said.contains("print window_2.title\n* \"new\"\n"), "\(said)")
    #expect(said.contains("\"bye\""), "\(said)")
    #expect(said.contains("rows(studio_app.RowAction.loaded(9))"), "\(said)")
  }

  @Test func `'insert' asks which stores are open at the step, not which are at the end`()
    async throws
  {
    let ending = try await perform(
      "debug", "s.playhead",
      input: [
        "goto 0", "insert studio_app.Rename {\"title\":\"early\"}", "print window_1.title",
        "insert window_2/studio_app.Rename {\"title\":\"early\"}", "quit",
      ])
    let said = ending.conversation.joined(separator: "\n")
    #expect(said.contains("* \"early\""), "\(said)")
    #expect(
      said.contains(
        "store 'window_2' does not handle 'studio_app.Rename' here; these do: 'window_1'"),
      "\(said)")
  }

  @Test func `'edit' and 'insert' in 'debug' take an action as it is printed, with its store`()
    async throws
  {
    let ending = try await perform(
      "debug", "s.playhead",
      input: [
        "goto 2", "edit window_2/studio_app.Rename(title: \"typed\")", "print window_2.title",
        "insert \"window_2/studio_app.Rename\" (title: \"quoted\")", "print window_2.title",
        "quit",
      ])
    let said = ending.conversation.joined(separator: "\n")
    #expect(said.contains("print window_2.title\n* \"typed\"\n"), "\(said)")
    #expect(said.contains("print window_2.title\n* \"quoted\"\n"), "\(said)")
  }

  @Test
  func
    `'insert' in 'debug' refuses an action without a store, or for a store that does not handle it`()
    async throws
  {
    let ending = try await perform(
      "debug", "s.playhead",
      input: [
        "goto 3", "insert studio_app.Rename {\"title\":\"three\"}",
        "insert library/studio_app.Rename {\"title\":\"three\"}", "branch", "quit",
      ])
    let said = ending.conversation.joined(separator: "\n")
    #expect(
      said.contains(
        "several stores handle 'studio_app.Rename'; name one of them, as in 'window_1/studio_app.Rename'"
      ),
      "\(said)")
    #expect(said.contains("store 'library' does not handle 'studio_app.Rename' here; "), "\(said)")
    #expect(said.contains("this is the recording, not a branch"), "\(said)")
  }
}
