import Foundation
import PlayheadLog

@testable import PlayheadReplay
import PlayheadValues

extension FuzzTarget {
  /// A piece of a state in an index of changes.
  static let pieces = FuzzTarget("pieces") {
    [LogFrames.pack([Array("a piece of a state".utf8)])]
  } read: { bytes in
    guard try StateArchive.readPiece(bytes).count <= ContentPieces.longest else {
      throw Contradiction.tooLong
    }
  }

  /// The last section of an index of changes. What it gives survives being written again.
  static let directory = FuzzTarget("directory") {
    var index = WindowIndex(fingerprint: "a mark")
    index.begin(at: 0)
    index.add(upTo: 9, [["list"], ["cart", "total"]])
    index.add(upTo: 20, [["cart"], []])
    index.unshown = [UnshownState(store: "cart", steps: 3...4, reason: "a reason")]
    var states = StateSections()
    let section = IndexSection(offset: 8, count: 90)
    states.pieces = [section, section]
    states.checkpoints = [.init(step: 5, section: section)]
    return [try encoded(IndexContent(index: index, states: states))]
  } read: { bytes in
    let content = try decoded(Data(bytes))
    let (index, states) = (content.index, content.states)
    guard index.isSound, states.isSound(before: 1_000) else { return }
    _ = index.windows(touching: StatePath([.field("cart"), .field("total")]))
    // Written again it takes as long as it has numbers; some thousand show what there is to see.
    guard index.bounds.count <= 5_000, states.pieces.count <= 5_000 else { return }
    guard try decoded(Data(encoded(content))) == content else { throw Contradiction.contents }
  }

  private static func encoded(_ content: IndexContent) throws -> [UInt8] {
    [UInt8](try CompactEncoder().encode(content))
  }

  private static func decoded(_ bytes: Data) throws -> IndexContent {
    try CompactDecoder().decode(IndexContent.self, from: bytes)
  }

  /// What cannot be of something that was read.
  private enum Contradiction: Error { case contents, tooLong }
}
