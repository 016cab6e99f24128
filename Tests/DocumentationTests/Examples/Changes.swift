import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

// What the page about changes shows, and the comments of what follows them.

func whoWroteWhat(_ path: String) throws {
  // begin
  let replay = try Replay(LogReader(path: path), of: Shop.self)
  let index = try ChangeIndex(replay)
  let items = try StatePath("cart.items")
  for change in try index.history(of: items, at: replay.log.lastStep) {
    print(change.step, change.kind, change.path)
  }
  // end
  #expect(try index.history(of: items, at: 2).map(\.step) == [1, 2])
}

func whoWroteLast(_ log: LogReader, _ replay: Replay) throws {
  // begin
  let index = try ChangeIndex(replay)
  let change = try index.lastChange(of: StatePath("cart.items"), atOrBefore: log.lastStep)
  // end
  #expect(change?.step == log.lastStep)
}

func tracking(_ cart: Cart) throws -> [StatePath] {
  // begin
  let tracker = Tracker(Cart())
  try tracker.advance(to: cart) { change in print(try change.change().path) }
  // end
  var paths: [StatePath] = []
  try tracker.advance(to: Cart()) { paths.append(try $0.change().path) }
  return paths
}

/// A text in pieces.
struct Rope: Codable, Sendable {
  struct Root: Codable, Sendable {
    var text: String
    func hasSameText(as other: Root) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
    var byteCount: Int { text.utf8.count }
  }

  var root: Root
}

// begin
extension Rope: CheaplyCompared {
  func encodesLike(_ other: Rope) -> Bool { root.hasSameText(as: other.root) }
  var leastEncodedSize: Int { root.byteCount }
}
// end
