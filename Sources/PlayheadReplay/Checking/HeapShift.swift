/// Holds memory of every size, so that what is allocated meanwhile lands elsewhere than before.
///
/// The order of a set depends on the address of its storage. A replay that runs directly after
/// another one would get the memory that the first gave back, and with it the same orders: what
/// depends on them would never show.
struct HeapShift {
  /// Small blocks come from a list per size, in steps of 16 bytes: the storage of most sets.
  private static let small = stride(from: 16, through: 4_096, by: 16)
  /// Larger ones come from what fits, so one of each magnitude moves those behind it. Beyond 64 KiB
  /// each would be asked of the system, which takes longer than a step.
  private static let large = (13...16).map { 1 << $0 }

  /// Runs `body` with so many blocks of every size out of the way.
  static func during<Result>(_ count: Int, _ body: () throws -> Result) rethrows -> Result {
    var blocks: [UnsafeMutableRawPointer] = []
    blocks.reserveCapacity(count * (4_096 / 16 + large.count))
    for _ in 0..<count {
      for size in Array(small) + large {
        blocks.append(.allocate(byteCount: size, alignment: 16))
      }
    }
    defer { for block in blocks { block.deallocate() } }
    return try body()
  }
}
