import PlayheadFiles
import PlayheadLog

/// Writes the frames of a log that is packed.
///
/// A log whose records fit one small block becomes a single frame without an index: the envelope of a
/// short session would take more than its actions.
final class FrameWriter {
  /// A frame of so many bytes is unpacked about as fast as an index is read.
  private static let singleFrameLimit = 64 << 10

  private let log: LogWriter
  /// What may yet become one frame.
  private var kept: [FrameDraft]? = []

  var byteCount: Int { log.length }

  init(_ file: OutputFile) { log = LogWriter(ofFramesInto: file) }

  /// The next frame; one without records is none.
  func append(_ frame: FrameDraft) throws(LogError) {
    guard !frame.isEmpty else { return }
    guard let kept else { return try log.append(frame.frame()) }
    self.kept = kept + [frame]
    let isSecond = frame.has(.chunk) && kept.contains { $0.has(.chunk) }
    let isOtherPart = frame.has(.header) && !kept.isEmpty
    let size = kept.reduce(frame.byteCount) { $0 + $1.byteCount }
    if isSecond || isOtherPart || size > Self.singleFrameLimit { try release() }
  }

  /// A skippable frame, as it is.
  func append(skippable frame: [UInt8]) throws(LogError) {
    try release()
    try frame.withBytes { (bytes) throws(LogError) in try log.append(skippable: bytes) }
  }

  /// Writes what was kept, and the index.
  func finish() throws(LogError) {
    if let kept, !kept.isEmpty {
      let whole = FrameDraft(.small)
      for frame in kept { whole.add(frame) }
      return try log.append(whole.frame())
    }
    try release()
    try log.writeIndex()
  }

  private func release() throws(LogError) {
    guard let kept else { return }
    self.kept = nil
    for frame in kept { try log.append(frame.frame()) }
  }
}
