/// The constants of the log format, in one place for writer and reader. `Format.md` explains them.
package enum LogFormat {
  /// Raised when a reader of the last version could not read what a writer of this one writes.
  package static let version: UInt64 = 3

  // MARK: LZ4 frames (LZ4 frame format 1.6.2)

  package static let frameMagic: UInt32 = 0x184D_2204
  /// What lz4 wrote before there were frames; without checksums, lengths or an end.
  package static let legacyMagic: UInt32 = 0x184C_2102
  /// The sixteen magic numbers of skippable frames differ in their last four bits.
  package static let skippableMagic: UInt32 = 0x184D_2A50
  package static let skippableMask: UInt32 = 0xFFFF_FFF0
  /// The skippable frame that holds the index.
  package static let indexMagic: UInt32 = 0x184D_2A5B
  /// LZ4 cannot give more than 255 bytes for one, plus the start of a block.
  package static let maximumRatio = 255

  // MARK: Index

  /// The last eight bytes of an index, and so of a log that was closed.
  package static let footerMagic: UInt64 = 0x3130_4858_4459_4C50  // "PLYDXH01", lowest byte first
  /// The index's length, its checksum, and the magic.
  package static let footerLength = 16
  /// How many bytes of frames an index covers: without the last index, that many are read one by one, in a few
  /// milliseconds.
  package static let indexInterval = 4 << 20

  // MARK: Sizes

  /// All steps are below, so adding to one never overflows. A million actions a second would take 146,000 years.
  package static let stepLimit: UInt64 = 1 << 62

  /// More actions in a chunk compress better, but take longer to read; beyond this number little is gained.
  package static let chunkActions = 16_384
  /// What may wait for a frame before it gets one of its own.
  package static let chunkBytes = 512 * 1024

  // MARK: Columns

  /// How many values a record of `count` bytes may have without a byte of their own: a column of one repeated number takes
  /// a few bytes. Every further value takes at least a byte.
  package static func credit(of count: Int) -> Int {
    min(count, creditLimit / 1_024) * 1_024
  }
  /// The actions of a chunk take an eighth of it to the half.
  package static let creditLimit = 2 << 20
  /// Other forms are tried of a column of at most this many bytes: each try packs all of them.
  static let trialLimit = 2 << 20

  /// Times are in microseconds: the last digits of nanoseconds are noise that does not compress.
  package static let timeUnit: Int64 = 1_000
}

/// The kinds of records, by which a reader knows what follows. Kinds it does not know it skips.
package enum RecordKind: UInt64, Sendable {
  /// What was recorded, by whom, when. The first record of every log.
  case header = 1
  /// The state of every store at a step.
  case checkpoint = 2
  /// A run of actions, by column.
  case chunk = 3
  /// A remark of the app's at a step.
  case note = 4
  /// Steps that are missing, and why.
  case gap = 5
  /// The digests of the stores at a step.
  case digests = 6
  /// The recording ended in good order.
  case end = 7
  /// Stores came or went after a step.
  case storeList = 8
  /// Which part of which page of the tail the frame was made of.
  case flushMark = 9
}
