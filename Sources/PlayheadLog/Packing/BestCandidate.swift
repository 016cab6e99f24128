import CLZ4
import PlayheadCoding

/// Whether a packed chunk's columns are kept as small as can be, or all in the first way there is: one
/// that takes a byte or more for each value, and so bounds their number.
enum PackingChoice {
  case smallest
  case first
}

/// The smallest of some ways of keeping a column, as LZ4 would leave them.
struct BestCandidate {
  private let choice: PackingChoice
  /// The best one so far.
  private(set) var bytes: [UInt8] = []
  private var size = Int.max

  init(_ choice: PackingChoice) {
    self.choice = choice
  }

  /// Whether no other candidate will be taken.
  var isDecided: Bool { choice == .first && size < .max }

  /// Takes what `fill` writes if it is smaller than the candidates before.
  mutating func offer(_ fill: (ByteBuffer) -> Void) {
    guard !isDecided else { return }
    let candidate = ByteBuffer()
    fill(candidate)
    let size = choice == .first ? 0 : LZ4Block.packedSize(of: candidate.bytes)
    guard size < self.size else { return }
    self.size = size
    bytes = candidate.array
  }
}
