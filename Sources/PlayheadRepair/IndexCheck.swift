import PlayheadLog
import PlayheadReading

/// Compares the indexes of a log with the frames before them.
struct IndexCheck {
  /// Whether an index contradicts the frames.
  private(set) var isWrong = false
  /// The number of frames up to and including the last index.
  private var covered = 0

  /// Whether the last of the frames is an index.
  func isAtEnd(of scanned: FrameIndex) -> Bool { covered == scanned.frames.count }

  /// Checks a frame without records, the last frame in `scanned`, if it is an index.
  mutating func check(_ bytes: [UInt8], _ scanned: FrameIndex) {
    let magic = withUnsafeBytes(of: LogFormat.indexMagic.littleEndian) { [UInt8]($0) }
    guard bytes.starts(with: magic) else { return }
    let footer = bytes.suffix(LogFormat.footerLength)
    let length = footer.withUnsafeBytes { FrameIndex.length(footer: $0) }
    let index = try? bytes.withUnsafeBytes { try FrameIndex(frame: $0) }
    let isRight = index.map { matches($0, scanned.frames.dropLast()) } ?? false
    isWrong = isWrong || length != bytes.count || !isRight
    covered = scanned.frames.count
  }

  /// An index covers the frames since the previous index. The records of a damaged frame are unknown.
  private func matches(_ index: FrameIndex, _ frames: ArraySlice<FrameIndex.Entry>) -> Bool {
    let own = frames.suffix(index.frames.count)
    guard index.isPlausible, own.startIndex == covered else { return false }
    return own.elementsEqual(index.frames) {
      $0 == $1 || $0.kinds.isEmpty && $0.length == $1.length
    }
  }
}
