package import PlayheadCoding
import PlayheadValues

/// The memory that a reader may still use for everything that it keeps of all frames.
package struct MemoryBudget: Sendable {
  private var left = MemoryLimit.share

  package init() {}

  /// Adds eight times the bytes of a frame in the file; regular logs need less.
  package mutating func allow(forFrameOf length: Int) {
    let (more, overflow) = length.multipliedReportingOverflow(by: 8)
    left = overflow || more > .max - left ? .max : left + more
  }

  /// Uses memory to keep something: `size` bytes, and those of the record's body that it comes from.
  package mutating func reserve(
    _ size: Int, for body: UnsafeRawBufferPointer? = nil
  ) throws(ByteFault) {
    // A text's buffer takes 32 more bytes.
    let taken = size + (body.map { $0.count + 32 } ?? 0)
    guard taken <= left else { throw ByteFault.exceedsMemory }
    left -= taken
  }
}
