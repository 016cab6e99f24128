/// The unpacked pieces that were asked for last: neighboring states have most of theirs in common, and
/// reading and unpacking them takes longer than making the state of them.
struct PieceCache {
  /// How many bytes it has at most; of those that were not asked for lately the half at most.
  private let limit: Int
  private var young: [Int: [UInt8]] = [:]
  private var old: [Int: [UInt8]] = [:]
  private var youngBytes = 0

  init(limit: Int) { self.limit = limit }

  /// A piece; what was asked for since half of the limit was filled is kept on.
  mutating func piece(_ number: Int) -> [UInt8]? {
    if let known = young[number] { return known }
    guard let known = old[number] else { return nil }
    keep(number, known)
    return known
  }

  /// Takes in a piece that is not there.
  mutating func keep(_ number: Int, _ content: [UInt8]) {
    if youngBytes + content.count > limit / 2 { (old, young, youngBytes) = (young, [:], 0) }
    young[number] = content
    youngBytes += content.count
  }
}
