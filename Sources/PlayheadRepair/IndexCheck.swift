import PlayheadLog

/// Compares the indexes of a log with the frames that they tell of.
struct IndexCheck {
  /// Whether an index says something else than the frames.
  private(set) var isWrong = false
  /// Where the frames of the next index begin: behind the last one.
  private var behindIndex = Place()
  /// Where they may begin as well: with the last part, if the one before it was not closed.
  private var atPart = Place()
  /// Whether a frame since then is damaged, whose place in the index cannot be checked.
  private var isAnyLost = false

  init() {}

  /// A place between two frames.
  private struct Place {
    var frames = 0
    /// How often each type came before.
    var counts: [ActionType: Int] = [:]

    init() {}

    init(frames: Int, of index: FrameIndex) {
      self.frames = frames
      counts = index.countsByType
    }
  }

  /// Whether the last of the frames is an index.
  func isAtEnd(of scanned: FrameIndex) -> Bool {
    behindIndex.frames == scanned.frames.count
  }

  /// Goes on behind a damaged frame.
  mutating func lose() { isAnyLost = true }

  /// Goes on with a frame that begins a part, and has no actions, the last of those in `scanned`.
  mutating func beginPart(_ scanned: FrameIndex) {
    atPart = Place(frames: scanned.frames.count - 1, of: scanned)
  }

  /// Takes a frame without records, the last of those in `scanned`.
  mutating func takeOther(_ bytes: [UInt8], _ scanned: FrameIndex) {
    guard bytes.starts(with: Self.magicBytes) else { return }
    let footer = bytes.suffix(LogFormat.footerLength)
    let length = footer.withUnsafeBytes { FrameIndex.length(footer: $0) }
    let index = try? bytes.withUnsafeBytes { try FrameIndex(frame: $0) }
    let isRight = index.map {
      tells($0, of: scanned, from: behindIndex) || tells($0, of: scanned, from: atPart)
    }
    isWrong = isWrong || length != bytes.count || isRight != true
    behindIndex = Place(frames: scanned.frames.count, of: scanned)
    isAnyLost = false
  }

  private func tells(_ index: FrameIndex, of scanned: FrameIndex, from start: Place) -> Bool {
    let isSame = scanned.frames[start.frames...].dropLast().elementsEqual(index.frames) {
      $0 == $1 || isAnyLost && $0.kinds.isEmpty && $0.length == $1.length
    }
    let counts = scanned.countsByType
      .merging(start.counts) { $0 - $1 }.filter { $0.value > 0 }
    return isSame && (isAnyLost || counts == index.countsByType)
  }

  private static let magicBytes = withUnsafeBytes(of: LogFormat.indexMagic.littleEndian) {
    [UInt8]($0)
  }
}

extension FrameIndex {
  /// How often each type comes; of an index that names one twice, as it says first.
  fileprivate var countsByType: [ActionType: Int] {
    Dictionary(types.map { ($0.type, $0.count) }) { first, _ in first }
  }
}
