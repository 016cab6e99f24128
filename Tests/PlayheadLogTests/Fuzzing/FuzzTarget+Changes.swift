import PlayheadCoding
import PlayheadLog
import PlayheadReading

@testable import PlayheadReplay
import PlayheadValues

extension FuzzTarget {
  /// Of which pieces the stores' states consist, in an index of changes; and a piece itself, if the first
  /// byte is 0.
  static let pieces = FuzzTarget("pieces", .ofColumns) {
    let recipe = ByteBuffer()
    recipe.append(varint: 2)
    for numbers in [[1, 2, 3, 7], [8, 5]] as [[Int64]] {
      recipe.append(varint: numbers.count)
      RunColumn.write(numbers, to: recipe)
    }
    return [[1] + recipe.array, [0] + LogFrames.pack([Array("a piece of a state".utf8)])]
  } read: { bytes in
    guard let first = bytes.first else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    if first == 0 {
      guard try StateArchive.readPiece(rest).count <= ContentPieces.longest else {
        throw Contradiction.tooLong
      }
    } else {
      guard try StateArchive.readRecipe(rest).joined().count <= RunColumn.limit else {
        throw Contradiction.tooLong
      }
    }
  }

  /// The last section of an index of changes. What it gives survives being written again.
  static let directory = FuzzTarget("directory", .ofColumns) {
    var index = WindowIndex(fingerprint: "a mark")
    index.begin(at: 0)
    index.add(upTo: 9, [["list"], ["cart", "total"]])
    index.add(upTo: 20, [["cart"], []])
    index.unshown = [UnshownState(store: "cart", steps: 3...4, reason: "a reason")]
    var states = StateSections()
    let section = IndexSection(offset: 8, count: 90)
    states.pieces = [section, section]
    states.checkpoints = [.init(step: 5, section: section)]
    return [encoded(index, states).array]
  } read: { bytes in
    let (index, states) = try decoded(bytes)
    _ = index.windows(touching: StatePath([.field("cart"), .field("total")]))
    // Written again it takes as long as it has numbers; some thousand show what there is to see.
    guard index.bounds.count <= 5_000, states.pieces.count <= 5_000 else { return }
    guard try decoded(encoded(index, states).bytes) == (index, states) else {
      throw Contradiction.contents
    }
  }

  private static func encoded(_ index: WindowIndex, _ states: StateSections) -> ByteBuffer {
    let bytes = ByteBuffer()
    index.encode(to: bytes)
    states.encode(to: bytes)
    return bytes
  }

  private static func decoded(
    _ bytes: UnsafeRawBufferPointer
  ) throws -> (WindowIndex, StateSections) {
    var reader = ByteReader(bytes)
    let index = try WindowIndex(from: &reader)
    return (index, try StateSections(from: &reader, before: 1_000))
  }

  /// What cannot be of something that was read.
  private enum Contradiction: Error { case contents, tooLong }
}

extension AllocationBound {
  /// A few bytes stand for a column of four million numbers of eight bytes; of those there are five at once at most.
  fileprivate static let ofColumns = AllocationBound(perByte: 1_000, always: 256 << 20)
}
