import PlayheadFlux
import SampleSupport

/// A long session of editing a film, with a title somewhere in it.
enum ClipSession {
  /// The approximate number of typed lines.
  private static let count = 14_200

  /// Editing, with `parts` far apart in it.
  static func lines(around parts: [[String]]) -> [String] {
    var generator = SplitMix64(seed: 5)
    var lines = ["add clip 4 beach.mov", "add clip 3 waves.mov", "add sound 9 song.m4a"]
    for part in parts {
      let end = lines.count + (count - lines.count) / 3
      while lines.count < end { lines += idling(&generator) }
      lines += part
    }
    return lines
  }

  /// Lines that leave the list of undoable edits unchanged.
  private static func idling(_ generator: inout SplitMix64) -> [String] {
    let seconds = Int.random(in: 1...6, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return ["seek \(seconds)"]
    case 1: return ["select clip 1", "select nothing"]
    case 2: return ["select clip 2"]
    default: return ["add clip \(seconds) wrong.mov", "undo"]
    }
  }
}
