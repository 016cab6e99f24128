import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

// What the page about changes shows, and the comments of what follows them.

func whoWroteWhat(_ url: URL) throws {
  // begin
  let log = try ActionLog(url)
  let index = try ChangeIndex(Replay(log, of: Shop.self))
  let items = try StatePath("cart.items")
  for change in try index.history(of: items, at: log.lastStep) {
    print(change.step, change.kind, change.path)
  }
  // end
  #expect(try index.history(of: items, at: 2).map(\.step) == [1, 2])
}

func whoWroteLast(_ log: ActionLog, _ replay: Replay) throws {
  // begin
  let index = try ChangeIndex(replay)
  let change = try index.lastChange(of: StatePath("cart.items"), atOrBefore: log.lastStep)
  // end
  #expect(change?.step == log.lastStep)
}

/// A text in pieces.
struct Rope: Codable, Sendable {
  struct Root: Codable, Sendable {
    var text: String
    func hasSameText(as other: Root) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
  }

  var root: Root
}

// begin
extension Rope: CheaplyCompared {
  func encodesLike(_ other: Rope) -> Bool { root.hasSameText(as: other.root) }
}
// end
