package import PlayheadLog
import PlayheadCoding
/// A part of a log: frames with the index that lists them, or frames that no index lists.
struct LogSection {
  var start: Int
  var end: Int
  /// The index of the frames from `start` on; `nil` if there is none.
  var index: FrameIndex?
}

/// A walk over a log's indexes, from the last to the first.
///
/// Each index covers the frames since the previous index. Where the chain is broken, because the log was not
/// closed or is damaged, the next index is found by its last bytes, and the frames after it are read.
struct IndexChain {
  private let source: any LogSource
  /// The bytes of false indexes that may still be read, so that forged bytes cost no more than the file's
  /// size.
  private var budget: Int

  /// The sections of a log, in order and without gaps.
  static func sections(of source: any LogSource) throws(ReadingError) -> [LogSection] {
    var chain = IndexChain(source: source, budget: source.size)
    var sections: [LogSection] = []
    var end = source.size
    while end > 0 {
      if let section = try chain.section(endingAt: end) {
        sections.append(section)
        end = section.start
        continue
      }
      let found = try chain.lastSection(endingBefore: end)
      sections.append(LogSection(start: found?.end ?? 0, end: end))
      if let found { sections.append(found) }
      end = found?.start ?? 0
    }
    return sections.reversed()
  }

  /// The section of the index that ends at `end`, if there is a valid one.
  private mutating func section(endingAt end: Int) throws(ReadingError) -> LogSection? {
    let footer = try source.read(
      at: max(0, end - LogFormat.footerLength), count: LogFormat.footerLength)
    guard let length = footer.withUnsafeBytes({ FrameIndex.length(footer: $0) }), length < end,
      length <= budget
    else { return nil }
    let frame = try source.read(at: end - length, count: length)
    guard let index = frame.withUnsafeBytes({ try? FrameIndex(frame: $0) }), index.isPlausible,
      index.byteCount <= end - length
    else {
      budget -= length
      return nil
    }
    let start = end - length - index.byteCount
    guard try isBeginning(start, of: index) else { return nil }
    return LogSection(start: start, end: end, index: index)
  }

  /// Whether frames can begin at `start`. If bytes were lost or added, an index does not lead to the end of
  /// the previous index.
  private func isBeginning(_ start: Int, of index: FrameIndex) throws(ReadingError) -> Bool {
    if start == 0 { return true }
    let before = try source.read(at: max(0, start - 8), count: 8)
    return before.elementsEqual(FrameIndex.footerMagicBytes)
  }

  /// The last section before `end` that has an index.
  private mutating func lastSection(endingBefore end: Int) throws(ReadingError) -> LogSection? {
    let magic = FrameIndex.footerMagicBytes
    // A multiple of what an index covers, so that one read usually finds an index.
    let window = 2 * LogFormat.indexInterval
    var high = end - 1
    while high >= magic.count {
      let low = max(0, high - window)
      let bytes = try source.read(at: low, count: high - low)
      for place in bytes.positionsFromEnd(of: magic) {
        if let section = try section(endingAt: low + place + magic.count) { return section }
      }
      if low == 0 { break }
      high = low + magic.count - 1
    }
    return nil
  }
}

extension FrameIndex {
  /// The last bytes of every index.
  static let footerMagicBytes = withUnsafeBytes(of: LogFormat.footerMagic.littleEndian) {
    [UInt8]($0)
  }

  /// Whether the index agrees with itself: steps rise, and the counts of the types add up.
  package var isPlausible: Bool {
    var last: UInt64 = 0
    for frame in frames where frame.count > 0 {
      guard frame.firstStep > last else { return false }
      last = frame.firstStep + UInt64(frame.count) - 1
    }
    return !frames.isEmpty && countsAllActions
  }

  /// Whether the types' counts add up to the frames'.
  private var countsAllActions: Bool {
    // Steps rise and stay below 2⁶³, and so does the sum of the frames' counts.
    var rest = frames.reduce(0) { $0 + $1.count }
    for type in types {
      guard type.count <= rest else { return false }
      rest -= type.count
    }
    return rest == 0
  }
}
