import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import TestSupport
import Testing

/// What a tab makes of a line: a person sees the line after it, and the choice where there is one.
@Suite struct CompletionTests {
  /// The last line as it stands after these keys, typed one line after the other.
  private func line(_ lines: String..., in log: String = "likes") throws -> String {
    try complete(lines, log).line
  }

  private func offered(_ lines: String..., in log: String = "likes") throws -> [String] {
    try complete(lines, log).offered
  }

  private func complete(
    _ lines: [String], _ log: String
  ) throws -> (line: String, offered: [String]) {
    let terminal = MemoryTerminal(editing: lines)
    let desk = try Desk.forREPL()
    _ = desk.playhead("debug \(log).playhead", on: terminal)
    let last = try #require(terminal.editedLines.last)
    return (String(last.drop { $0 != ">" }.dropFirst(2)), terminal.offered)
  }

  @Test func `Tab in 'debug' completes the only matching word, and lists several`() throws {
    #expect(try line("reverse\t") == "reverse-continue ")
    #expect(try line("  bookm\t") == "  bookmark ")
    #expect(try line("b\t") == "b")
    #expect(try offered("re\t") == ["reverse-continue", "redo", "revert", "reload"])
    #expect(try line("xyz a\t") == "xyz a")
    #expect(try line("quit \t") == "quit ")
    #expect(try line("break Set\t") == "break SetLike ")
    #expect(try offered("break Like\t") == ["LikeConfirmed", "LikeFailed"])
    #expect(try line("p --fu\t") == "p --full ")
    #expect(try line("help reverse\t") == "help reverse-continue ")
  }

  @Test func `Tab in 'debug' completes paths in the current state of the recording or the branch`()
    throws
  {
    #expect(try offered("p feed.timeline.posts[\t").count == 5)
    #expect(try line("p feed.timeline.posts[3].au\t") == "p feed.timeline.posts[3].author")
    #expect(try line("p feed.timeline.posts[9].\t") == "p feed.timeline.posts[9].")
    // No posts were there at the start.
    #expect(try line("goto 0", "p feed.timeline.posts[\t") == "p feed.timeline.posts[")
    #expect(try line("diff 0..end feed.sh\t") == "diff 0..end feed.shop")
    #expect(try line("print --full feed.sh\t") == "print --full feed.shop")
    #expect(try line("watch feed.sh\t") == "watch feed.shop")
    #expect(try line(#"p board["w"# + "\t", in: "raffle") == #"p board["winner"]"#)
    let skipped = "skip --effects"
    #expect(try line("goto 4", skipped, "p feed.timeline.posts[\t") == "p feed.timeline.posts[")
  }

  /// Counts as `Counted` does, and takes a millisecond for each action.
  private struct SlowlyCounted: ReplayableApp {
    static let appName = "slowly counted"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(
        Store("sum", UInt64(0)).on(Counted.Count.self) { sum, action in
          Thread.sleep(forTimeInterval: 0.001)
          sum += action.number
        })
    }
  }

  @Test
  func
    `Tab in 'debug' completes paths from an earlier state if the current one takes long to compute`()
    throws
  {
    let desk = try Desk(apps: [SlowlyCounted.self])
    try desk.record(chunks: 200, app: SlowlyCounted.appName, to: "long.playhead")
    let terminal = MemoryTerminal(editing: ["p s\t"])
    let begun = ContinuousClock.now
    _ = desk.playhead("debug long.playhead", on: terminal)
    // A replay to the end takes minutes.
    #expect(ContinuousClock.now - begun < .seconds(20))
    #expect(terminal.editedLines.last?.hasSuffix("> p sum") == true)
  }

  @Test func `Tab in 'debug' completes action types but no paths for the log of an unknown app`()
    throws
  {
    #expect(try line("p s\t", in: "stranger") == "p s")
    #expect(try line("break Co\t", in: "stranger") == "break Count ")
  }

  @Test func `Tab in 'debug' completes steps, bookmarks and breakpoint numbers`() throws {
    #expect(try line("bookmark here", "goto @\t") == "goto @here ")
    #expect(try line("bookmark here", "diff 3..@\t") == "diff 3..@here ")
    #expect(try offered("break SetLike", "delete \t") == ["1", "all"])
  }

  @Test func `Tab in 'debug' completes fields, values and actions for 'edit', 'insert' and 'skip'`()
    throws
  {
    #expect(try line("goto 24", "edit li\t") == "edit liked")
    #expect(try line("goto 24", "edit liked \t") == "edit liked false")
    #expect(try line("edit reason.alr\t") == "edit reason.alreadySo")
    #expect(try line("insert SetL\t") == "insert SetLike ")
    #expect(try line("insert SetLike \t") == #"insert SetLike {"post":1,"liked":false}"#)
    #expect(try line("skip --e\t") == "skip --effects ")
  }

  enum Move: Codable { case left, right }

  @Test func `completion offers action types without their common module unless the user typed it`()
    throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try Recording(to: url, app: "moves", stores: ["moves"], states: [0])
    recording.record(Move.left) { [0] }
    recording.record(Move.right) { [0] }
    try recording.close()
    let log = try LogReader(path: url.path(percentEncoded: false))
    let names = ["left", "right"].map { "PlayheadDebuggerTests.CompletionTests.Move.\($0)" }
    #expect(log.types.map(\.name) == names)
    let short = ["CompletionTests.Move.left", "CompletionTests.Move.right"]
    #expect(log.typeNames(names, completing: "") == short)
    #expect(log.typeNames(names, completing: "Comp") == short)
    #expect(log.typeNames(names, completing: "Playhead") == names)
  }
}
