import PlayheadCoding

/// The first bytes of a page.
package struct PageHeader: Equatable {
  /// The hash of the recording's session.
  package var session: UInt64
  package var number: UInt64
  /// The last step before the page or, if it continues a chain, before the chain.
  package var step: Step
  package var timing: Timing
  /// Whether an action of the previous page is still being handled.
  package var continues = false
  /// Whether its first record is a fragment that continues the previous page's chain.
  package var continuesChain = false

  /// The bytes that do not change while the page is being filled.
  package static let constantLength = 40

  private static let flagsOffset = 32
  private static let checksumOffset = 36

  /// The seed of its records.
  package var seed: UInt32 { TailFormat.seed(session: session, page: number) }

  private var flags: UInt32 {
    UInt32(timing.rawValue) | (continues ? 2 : 0) | (continuesChain ? 4 : 0)
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    XXHash.hash32(UnsafeRawBufferPointer(rebasing: bytes[8..<checksumOffset]))
  }

  /// Removes the magic first and writes it last: a process that is stopped in between leaves no page.
  package func write(to memory: UnsafeMutableRawBufferPointer) {
    memory.storeBytes(of: TailFormat.freeMagic.littleEndian, toByteOffset: 0, as: UInt64.self)
    memory.storeBytes(of: session.littleEndian, toByteOffset: 8, as: UInt64.self)
    memory.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
    memory.storeBytes(of: step.number.littleEndian, toByteOffset: 24, as: UInt64.self)
    memory.storeBytes(of: flags.littleEndian, toByteOffset: Self.flagsOffset, as: UInt32.self)
    let checksum = Self.checksum(UnsafeRawBufferPointer(memory))
    memory.storeBytes(
      of: checksum.littleEndian, toByteOffset: Self.checksumOffset, as: UInt32.self)
    // Progress of the last filling would look like a loss.
    for offset in stride(from: Self.constantLength, to: TailFormat.headerLength, by: 8) {
      memory.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
    }
    memory.storeBytes(of: TailFormat.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
  }
}

extension PageHeader {
  /// Reads the header at the start of `bytes`; `nil` if there is none.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    func number<N: FixedWidthInteger>(at offset: Int) -> N {
      N(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: N.self))
    }
    guard bytes.count >= TailFormat.headerLength, number(at: 0) == TailFormat.magic,
      number(at: Self.checksumOffset) == Self.checksum(bytes)
    else { return nil }
    session = number(at: 8)
    self.number = number(at: 16)
    step = Step(number(at: 24))
    let flags: UInt32 = number(at: Self.flagsOffset)
    guard flags < 8, step.number < LogFormat.stepLimit else { return nil }
    timing = flags & 1 == 0 ? .coarse : .exact
    continues = flags & 2 != 0
    continuesChain = flags & 4 != 0
  }
}

/// The actions that were left out after a page, in one word of its header, which is written atomically.
package enum DroppedMarker {
  package static let offset = 56
  /// Enough for a million actions a second over four years. The next bit means that the log could not be
  /// written; without it, the disk was slow.
  package static let stepBits: UInt64 = 47
  /// The bits above are their checksum.
  private static let factBits: UInt64 = 48

  package static func word(through step: Step, _ reason: GapReason, seed: UInt32) -> UInt64 {
    let step = min(step.number, 1 << stepBits - 1)
    let facts = reason == .unwritable ? 1 << stepBits | step : step
    let check = withUnsafeBytes(of: facts.littleEndian) { XXHash.hash32($0, seed: seed) }
    return UInt64(check) << factBits | facts
  }
}
