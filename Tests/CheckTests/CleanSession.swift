import Foundation
import PlayheadFlux

/// A session by chance of a sample app that is as it should be.
struct CleanSession {
  let app: String
  let lines: [String]

  /// The same session for the same seed. Some lines are refused, and end the recording.
  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let (app, beginning, blocks) = Self.apps[Int(seed % UInt64(Self.apps.count))]
    var lines = beginning
    for _ in 0..<Int.random(in: 3...20, using: &generator) {
      let number = Int.random(in: 1...6, using: &generator)
      let block = blocks[Int.random(in: 0..<blocks.count, using: &generator)]
      lines += block.map { $0.replacingOccurrences(of: "#", with: "\(number)") }
    }
    (self.app, self.lines) = (app, lines)
  }

  private static let apps: [(name: String, beginning: [String], blocks: [[String]])] = [
    (
      "text-editor", ["insert Once upon a time there was"],
      [
        ["insert  word"], ["insert \\n"], ["insert #, #"], ["delete #"], ["move #", "insert é"],
        ["select # 9"], ["move end"], ["undo"], ["redo"], ["move line 1"],
      ]
    ),
    (
      "item-list", ["unlock 2580", "wait"],
      [
        ["filter a", "clear"], ["filter g#", "clear"], ["open #", "reveal", "back"],
        ["open #", "edit notes number #", "back"], ["open #", "copy", "wait", "back"],
        ["add s#.example ada secret-# of a shop"], ["open #", "delete"],
      ]
    ),
    (
      "clip-editor", ["add clip 4 beach.mov", "add clip 3 waves.mov"],
      [
        ["add clip # more.mov"], ["add text 2 Holidays #"], ["add sticker 1 star"],
        ["add sound # sea.wav"], ["select clip 1", "split"], ["select clip 2", "move 1"],
        ["select text 1", "place #0 #0"], ["seek 1"], ["undo"], ["undo", "redo"],
        ["add filter # sepia"],
      ]
    ),
    (
      "feed", ["server slow 0", "wait"],
      [
        ["like #", "wait"], ["unlike #", "wait"], ["more", "wait"], ["refresh", "wait"],
        ["buy shirt 1", "wait"], ["buy mug #"], ["server fail 1", "like #", "wait"],
        ["retry", "wait"],
      ]
    ),
    (
      "annotations", [],
      [
        ["issue Door # does not close"], ["add photo Crack #"], ["add text Note #"], ["share #"],
        ["status # closed"], ["assign # Ben"], ["filters", "filter shared", "reset", "filters"],
        ["sheet 2", "sheet 1"], ["offline", "issue Late #", "online"],
      ]
    ),
  ]
}
