import PlayheadCoding

/// How much work goes into encoding a column.
package enum ColumnEffort: Sendable {
  /// What keeps up with an app: each column as its values come.
  case fast
  /// What is tried once, for a log that is kept: each column in the form that LZ4 leaves the least of.
  case small
}

/// Writes the columns of one record's body, from its first byte on.
final class ColumnWriter {
  let bytes: ByteBuffer
  let effort: ColumnEffort
  /// How much of the credit of the bytes so far is used (``LogFormat/credit(of:)``).
  private var used = 0

  init(_ bytes: ByteBuffer, _ effort: ColumnEffort) {
    (self.bytes, self.effort) = (bytes, effort)
  }

  /// Whether other forms are tried for a column of this size.
  func tries(_ count: Int) -> Bool { effort == .small && count <= LogFormat.trialLimit }

  /// Uses credit for values without a byte of their own. Returns false if the bytes so far allow no more.
  func spend(_ count: Int) -> Bool {
    guard count <= LogFormat.credit(of: bytes.count) - used else { return false }
    used += count
    return true
  }

  /// Writes the candidate that LZ4 packs best. A candidate returns false if it cannot be used; the first one always can.
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
