import PlayheadCoding

/// The first bytes of a page.
struct PageHeader: Equatable {
  /// Where the length is, with the flags and the checksum behind it.
  static let lengthOffset = 32

  /// A page's length is a multiple of this, so that the header has room for flags in its low byte.
  static let lengthUnit = 256

  /// So many of its bytes stay as they are while the page is being filled.
  static let constantLength = 40

  /// Names the recording.
  var session: UInt64
  var number: UInt64
  /// The last step before the page.
  var step: Step
  /// The page's length.
  var length: Int
  var timing: Timing
  /// Whether an action of the page before is still being handled.
  var continues = false

  /// What its records are seeded with.
  var seed: UInt32 { TailFormat.seed(session: session, page: number) }

  /// The magic is gone first and comes last: a process that is stopped in between leaves no page.
  func write(to memory: UnsafeMutableRawBufferPointer) {
    memory.storeBytes(of: TailFormat.freeMagic.littleEndian, toByteOffset: 0, as: UInt64.self)
    memory.storeBytes(of: session.littleEndian, toByteOffset: 8, as: UInt64.self)
    memory.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
    memory.storeBytes(of: step.number.littleEndian, toByteOffset: 24, as: UInt64.self)
    let length =
      UInt32(truncatingIfNeeded: length) | UInt32(timing.rawValue) | (continues ? 2 : 0)
    memory.storeBytes(of: length.littleEndian, toByteOffset: Self.lengthOffset, as: UInt32.self)
    let checksum = Self.checksum(UnsafeRawBufferPointer(memory))
    memory.storeBytes(of: checksum.littleEndian, toByteOffset: 36, as: UInt32.self)
    // How far the last filling came says nothing of this one, and would be taken for a loss.
    for offset in stride(from: 40, to: TailFormat.headerLength, by: 8) {
      memory.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
    }
    memory.storeBytes(of: TailFormat.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
  }

  /// Whether a page without a header never had one, or gave it up; all of a page that was just made may
  /// be zeros.
  static func isFree(_ page: UnsafeRawBufferPointer) -> Bool {
    guard page.count >= 8 else { return false }
    let magic = UInt64(littleEndian: page.loadUnaligned(as: UInt64.self))
    return magic == TailFormat.freeMagic || page.allSatisfy { $0 == 0 }
  }

  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    XXHash.hash32(UnsafeRawBufferPointer(rebasing: bytes[8..<36]))
  }

  /// Reads the header at the start of `bytes`; nil if there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= TailFormat.headerLength,
      UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) == TailFormat.magic
    else { return nil }
    self.init(behindMagic: bytes)
  }

  /// How long a page was that is being given back: the places in it where others could begin may still
  /// have its content. Nil if it is none.
  static func lengthGivenBack(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= TailFormat.headerLength,
      UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) == TailFormat.freeMagic
    else { return nil }
    return Self(behindMagic: bytes)?.length
  }

  private init?(behindMagic bytes: UnsafeRawBufferPointer) {
    func number<N: FixedWidthInteger>(at offset: Int) -> N {
      N(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: N.self))
    }
    guard number(at: 36) == Self.checksum(bytes) else { return nil }
    session = number(at: 8)
    self.number = number(at: 16)
    step = Step(number(at: 24))
    let length: UInt32 = number(at: 32)
    guard length & 0xFC == 0, step.number < LogFormat.stepLimit else { return nil }
    timing = length & 1 == 0 ? .coarse : .exact
    continues = length & 2 != 0
    self.length = Int(length & ~UInt32(Self.lengthUnit - 1))
  }

  init(
    session: UInt64, number: UInt64, step: Step, length: Int, timing: Timing, continues: Bool
  ) {
    self.session = session
    self.number = number
    self.step = step
    self.length = length
    self.timing = timing
    self.continues = continues
  }
}

/// How far a page had been filled, as it says itself.
struct PageProgress: Equatable {
  var actions: Int
  var end: Int

  /// Behind its two words in a page.
  static let wordsEnd = 56

  /// Nil if it was being changed, or is damaged.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let progress = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self))
    let inverse = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 48, as: UInt64.self))
    guard progress == ~inverse else { return nil }
    actions = Int(progress >> 32)
    end = Int(progress & 0xFFFF_FFFF)
  }
}

/// What a page's header says of actions that were left out behind the page, in one word, so that it is
/// written whole or not at all.
enum LeftOut: Equatable {
  case nothing
  /// Up to this step, for this reason.
  case through(Step, GapReason)
  case damaged

  static let offset = 56
  /// So many bits are the step's: a million actions a second would take four years to need more. The next
  /// says whether the log could not be written; if not, the disk was slow.
  private static let stepBits: UInt64 = 47
  /// Those above these check them.
  private static let factBits: UInt64 = 48

  static func word(through step: Step, _ reason: GapReason, seed: UInt32) -> UInt64 {
    let step = min(step.number, 1 << stepBits - 1)
    let facts = reason == .unwritable ? 1 << stepBits | step : step
    let check = withUnsafeBytes(of: facts.littleEndian) { XXHash.hash32($0, seed: seed) }
    return UInt64(check) << factBits | facts
  }

  /// Reads it from a page whose records are seeded with `seed`.
  init(of page: UnsafeRawBufferPointer, seed: UInt32) {
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
