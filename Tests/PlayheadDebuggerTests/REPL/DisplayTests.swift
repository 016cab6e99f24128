import Feed
import Foundation
import PlayheadDebugger
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import TestSupport
import Testing

/// What 'debug' shows by itself: changes, displayed values, the app's view.
@Suite struct DisplayTests {
  /// The answers to some lines in the log of the feed, without prompts.
  private func answers(_ lines: String..., log: String = "likes") throws -> [String] {
    let terminal = MemoryTerminal(input: lines.map { $0 + "\n" }.joined())
    let output = try Desk.forREPL().playhead("debug \(log).playhead", on: terminal).output
    return output.split(separator: #/\n(?:branch )?#[0-9]+\/[0-9]+[^>\n]*>/#).dropFirst().map {
      $0.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
  }

  private static let count = "feed.timeline.posts[0].confirmed.count"

  @Test func `'step' shows what the action changed`() throws {
    let shown = try answers("goto 5", "step")[1].split(separator: "\n").map(String.init)
    #expect(shown[0].hasPrefix(" 6  ") && shown[0].contains("LikeConfirmed"))
    #expect(shown.contains("  \(Self.count): 12 → 13") && shown.count == 4, "\(shown)")
  }

  @Test func `'step' with '--json' gives the changes as a JSON Patch`() throws {
    let desk = try Desk.forREPL()
    let terminal = MemoryTerminal(input: "goto 6\nstep\nback\n")
    let lines = desk.playhead("debug likes.playhead --json", on: terminal).output
      .split(separator: "\n").map(String.init)
    let patch = desk.playhead("diff likes.playhead 7 --json").output.dropLast()
    #expect(lines[1].contains("\"changes\":\(patch)") && lines[1].contains("\"step\":7"))
    #expect(!lines[2].contains("\"changes\""))
  }

  @Test func `'step' at the end says that the recording ends there`() throws {
    #expect(try answers("step")[0].hasSuffix("end of the recording"))
  }

  @Test func `'display' shows values at once and after each move, until 'undisplay'`()
    throws
  {
    let all = try answers(
      "goto 5", "display \(Self.count)", "step", "back 5", "goto 7", "display",
      "undisplay \(Self.count)", "goto 6", "display")
    #expect(all[1] == "\(Self.count) = 12")
    #expect(all[2].hasSuffix("\n  \(Self.count) = 13"))
    // Nothing is there before the first page was loaded.
    #expect(all[3].hasSuffix("\n  \(Self.count) = nothing"))
    #expect(all[4].hasSuffix("\n  \(Self.count) = 13"))
    #expect(all[5] == "\(Self.count) = 13")
    #expect(all[6] == "'\(Self.count)' is no longer displayed")
    #expect(!all[7].contains(" = ") && all[8].hasPrefix("nothing is displayed"))
  }

  @Test func `'display' and 'undisplay' refuse an unknown path with a suggestion`() throws {
    let all = try answers(
      "display feed.timelin", "undisplay feed", "display feed", "undisplay shop")
    #expect(all[0].contains("timeline"))
    #expect(all[1] == "'feed' is not displayed; 'display PATH' adds a value")
    #expect(all[3] == "'shop' is not displayed; displayed: 'feed'")
  }

  @Test func `'view' shows the app's own view of the state`() throws {
    let all = try answers("view", "view 0", "goto 7", "view")
    let desk = try Desk.forREPL()
    #expect(all[0] == desk.playhead("view likes.playhead").output.dropLast(1))
    #expect(all[1] == desk.playhead("view likes.playhead 0").output.dropLast(1))
    #expect(all[3] == desk.playhead("view likes.playhead 7").output.dropLast(1))
    let player = try DispatcherPlayer(Feed.self)
    try Replay(LogReader(path: desk.path("likes.playhead")), with: player).go(to: 7)
    let feed = try #require(player.app as? Feed)
    #expect(feed.view.trimmingCharacters(in: .newlines) == all[3])
    #expect(Set(all).count >= 3)
  }

  @Test func `'view' in a branch shows the branch's state`() throws {
    let all = try answers("goto 7", "view", "skip", "goto 7", "view", "leave", "goto 7", "view")
    #expect(all[1] != all[4] && all[1] == all[7])
  }

  @Test func `'view' of an app without a text view says so`() throws {
    let answer = try answers("view", log: "raffle")[0]
    #expect(answer.hasPrefix("the app has no text view"))
  }

  @Test func `a temporary breakpoint stops once`() throws {
    let all = try answers("goto 0", "tbreak SetLike", "break", "continue", "continue", "break")
    #expect(all[1] == "temporary breakpoint 1: SetLike" && all[2] == all[1])
    #expect(all[3].hasPrefix("temporary breakpoint 1: SetLike\n 5  "))
    #expect(
      all[4].hasSuffix("end of the recording") && all[5].hasPrefix("no breakpoints or watchpoints"))
  }

  @Test func `'break' makes an existing temporary breakpoint permanent`() throws {
    let all = try answers(
      "goto 0", "tbreak SetLike", "break SetLike", "continue", "break", "tbreak SetLike")
    #expect(all[2] == "breakpoint 1: SetLike" && all[4] == all[2])
    #expect(all[5] == "\(all[2])\nbreakpoint 1 existed already and is not temporary")
  }

  @Test func `a condition that starts and ends with a quoted name keeps the quotation marks`()
    throws
  {
    let all = try answers("goto 0", "break if \"step\" > \"cause\"")
    #expect(all[1] == "breakpoint 1: if \"step\" > \"cause\"")
  }

  @Test func `'break' accepts '--where' as 'log' does`() throws {
    let all = try answers("goto 0", "break SetLike --where \"step > 10\"", "continue")
    #expect(all[1] == "breakpoint 1: SetLike if step > 10" && all[2].contains("SetLike"))
  }
}
