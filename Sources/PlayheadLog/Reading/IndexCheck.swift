import PlayheadCoding

/// Compares the indexes of a log with the frames that they tell of.
struct IndexCheck {
  /// Whether an index says something else than the frames.
  private(set) var isWrong = false
  /// How many frames there are up to the last index, itself included.
  private(set) var frameCount = 0
  /// The counts of the types up to there.
  private var counted: [ActionType: Int] = [:]
  /// Whether a frame since then is damaged, whose place in the index cannot be checked.
  private var isAnyLost = false

  /// Goes on behind a damaged frame.
  mutating func lose() { isAnyLost = true }

  /// Takes a frame without records, the last of those in `scanned`; says what is wrong with it, or nil.
  mutating func takeOther(_ bytes: [UInt8], _ scanned: FrameIndex) -> String? {
    guard bytes.starts(with: Self.magicBytes) else { return nil }
    do throws(FrameFault) {
      let index = try bytes.withBytes { bytes throws(FrameFault) in
        try FrameIndex(frame: bytes)
      }
      compare(index, scanned)
      let footer = bytes.suffix(LogFormat.footerLength)
      let length = footer.withUnsafeBytes { FrameIndex.length(footer: $0) }
      isWrong = isWrong || length != bytes.count
    } catch {
      isWrong = true
    }
    frameCount = scanned.frames.count
    counted = Dictionary(uniqueKeysWithValues: scanned.types.map { ($0.type, $0.count) })
    isAnyLost = false
    return nil
  }

  private mutating func compare(_ index: FrameIndex, _ scanned: FrameIndex) {
    let frames = scanned.frames[frameCount...].dropLast()
    let isSame = frames.elementsEqual(index.frames) { found, told in
      found == told || isAnyLost && found.kinds.isEmpty && found.length == told.length
    }
    let types = Dictionary(uniqueKeysWithValues: index.types.map { ($0.type, $0.count) })
    isWrong = isWrong || !isSame || !isAnyLost && types != newCounts(scanned)
  }

  private func newCounts(_ scanned: FrameIndex) -> [ActionType: Int] {
    var counts: [ActionType: Int] = [:]
    for entry in scanned.types {
      let count = entry.count - counted[entry.type, default: 0]
      if count > 0 { counts[entry.type] = count }
    }
    return counts
  }

  private static let magicBytes = withUnsafeBytes(of: LogFormat.indexMagic.littleEndian) {
    [UInt8]($0)
  }
}
