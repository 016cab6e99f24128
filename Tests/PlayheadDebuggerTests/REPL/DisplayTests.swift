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

  @Test func `'step' in 'debug' shows what the action changed`() throws {
    let shown = try answers("goto 5", "step")[1].split(separator: "\n").map(String.init)
    #expect(shown[0].hasPrefix(" 6  ") && shown[0].contains("LikeConfirmed"))
    #expect(shown.contains("  \(Self.count): 12 → 13") && shown.count == 4, "\(shown)")
  }

  @Test func `'step' in 'debug --json' gives the changes as a JSON Patch`() throws {
    let desk = try Desk.forREPL()
    let terminal = MemoryTerminal(input: "goto 6\nstep\nback\n")
    let lines = desk.playhead("debug likes.playhead --json", on: terminal).output
      .split(separator: "\n").map(String.init)
    let patch = desk.playhead("diff likes.playhead 7 --json").output.dropLast()
    #expect(lines[1].contains("\"changes\":\(patch)") && lines[1].contains("\"step\":7"))
    #expect(!lines[2].contains("\"changes\""))
  }

  @Test
  func `'view' in 'debug' shows the app's view, as the command 'view' does for the same step`()
    throws
  {
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
}
