import PlayheadCoding

/// How hard to try to make a column small.
package enum ColumnEffort: Sendable {
  /// Fast enough for a running app: writes each column in one fixed form.
  case fast
  /// Tries every form of each column and keeps the one that LZ4 makes smallest, for a log that is kept.
  case small
}

final class ColumnWriter {
  let bytes: ByteBuffer
  let effort: ColumnEffort
  /// The used part of the credit of the bytes so far (``LogFormat/credit(of:)``).
  private var used = 0

  init(_ bytes: ByteBuffer, _ effort: ColumnEffort) {
    (self.bytes, self.effort) = (bytes, effort)
  }

  /// Whether to try other forms for a column of this size.
  func tries(_ count: Int) -> Bool { effort == .small && count <= LogFormat.trialLimit }

  /// Uses credit for values that take no byte. Returns false if the bytes so far allow no more.
  func spend(_ count: Int) -> Bool {
    guard count <= LogFormat.credit(of: bytes.count) - used else { return false }
    used += count
    return true
  }

  /// Writes the candidate that LZ4 makes smallest. A candidate returns false if it cannot be used; the first
  /// can.
  func writeSmallest(_ candidates: [() -> Bool]) {
    let (start, before) = (bytes.count, used)
    var best: (bytes: [UInt8], used: Int, size: Int)?
    for write in candidates {
      if write() {
        let candidate = UnsafeRawBufferPointer(rebasing: bytes.bytes[start...])
        let size = LZ4Block.packedSize(of: candidate)
        if size < best?.size ?? .max { best = (Array(candidate), used, size) }
      }
      bytes.truncate(to: start)
      used = before
    }
    guard let best else { return }
    bytes.append(best.bytes)
    used = best.used
  }
}
