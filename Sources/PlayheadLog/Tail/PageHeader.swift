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

  /// Whether a page without a header is unused: marked as free, or all zeros because it is new.
  package static func isFree(_ page: UnsafeRawBufferPointer) -> Bool {
    guard page.count >= 8 else { return false }
    let magic = UInt64(littleEndian: page.loadUnaligned(as: UInt64.self))
    return magic == TailFormat.freeMagic || page.allSatisfy { $0 == 0 }
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

/// How far a page was filled, according to its header.
package struct PageProgress: Equatable {
  package var actions: Int
  package var end: Int

  /// The end of its two words in a page.
  package static let wordsEnd = 56

  /// `nil` if it was being changed, or is damaged.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    let progress = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self))
    let inverse = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 48, as: UInt64.self))
    guard progress == ~inverse else { return nil }
    actions = Int(progress >> 32)
    end = Int(progress & 0xFFFF_FFFF)
  }
}

/// The actions that were left out after a page, in one word, which is written atomically.
package enum DroppedMarker: Equatable {
  case nothing
  /// Up to this step, for this reason.
  case through(Step, GapReason)
  case damaged

  package static let offset = 56
  /// Enough for a million actions a second over four years. The next bit means that the log could not be
  /// written; without it, the disk was slow.
  private static let stepBits: UInt64 = 47
  /// The bits above are their checksum.
  private static let factBits: UInt64 = 48

  package static func word(through step: Step, _ reason: GapReason, seed: UInt32) -> UInt64 {
    let step = min(step.number, 1 << stepBits - 1)
    let facts = reason == .unwritable ? 1 << stepBits | step : step
    let check = withUnsafeBytes(of: facts.littleEndian) { XXHash.hash32($0, seed: seed) }
    return UInt64(check) << factBits | facts
  }

  /// Reads the word of a page with this seed.
  package init(of page: UnsafeRawBufferPointer, seed: UInt32) {
    let word = UInt64(
      littleEndian: page.loadUnaligned(fromByteOffset: Self.offset, as: UInt64.self))
    let step = Step(word & (1 << Self.stepBits - 1))
    let reason: GapReason = word & 1 << Self.stepBits == 0 ? .overrun : .unwritable
    self =
      switch word {
      case 0: .nothing
      case Self.word(through: step, reason, seed: seed): .through(step, reason)
      default: .damaged
      }
  }
}
