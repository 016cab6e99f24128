/// The constants of the log format, in one place for writer and reader. `Format.md` explains them.
package enum LogFormat {
  /// Raised when a reader of the previous version could not read a log of this one.
  package static let version: UInt64 = 4

  // MARK: LZ4 frames (LZ4 frame format 1.6.2)

  package static let frameMagic: UInt32 = 0x184D_2204
  /// The sixteen magic numbers of skippable frames differ in their last four bits.
  package static let skippableMagic: UInt32 = 0x184D_2A50
  package static let skippableMask: UInt32 = 0xFFFF_FFF0
  /// The skippable frame that holds the index.
  package static let indexMagic: UInt32 = 0x184D_2A5B
  /// LZ4 cannot give more than 255 bytes for one, plus the start of a block.
  package static let maximumRatio = 255

  // MARK: Index

  /// The last eight bytes of an index, and so of a closed log.
  package static let footerMagic: UInt64 = 0x3130_4858_4459_4C50  // "PLYDXH01", lowest byte first
  /// The index's length, its checksum, and the magic.
  package static let footerLength = 16
  /// The bytes of frames that an index covers. Without the last index, a reader reads that many one by one,
  /// in a few milliseconds.
  package static let indexInterval = 4 << 20

  // MARK: Sizes

  /// All steps are below this, so that sums never overflow. At a million actions a second, 146,000 years.
  package static let stepLimit: UInt64 = 1 << 62

  /// All times since the start are closer to it than this many nanoseconds, so that differences never overflow:
  /// 146 years.
  package static let timeLimit: UInt64 = 1 << 62

  /// More actions in a chunk compress better, but take longer to read; beyond this number little is gained.
  package static let chunkActions = 16_384
  /// The size from which waiting records get their own frame.
  package static let chunkBytes = 512 * 1024

  // MARK: Columns

  /// The number of values without a byte of their own that a record of `count` bytes may have: a column of
  /// one repeated number takes a few bytes. Every further value takes at least a byte.
  package static func credit(of count: Int) -> Int {
    min(count, creditLimit / 1_024) * 1_024
  }
  /// The actions of a chunk take from an eighth to a half of it.
  package static let creditLimit = 2 << 20
  /// The largest column, in bytes, for which other forms are tried: each attempt compresses the column.
  static let trialLimit = 2 << 20

  /// Times are in microseconds: the last digits of nanoseconds are noise that does not compress.
  package static let timeUnit: Int64 = 1_000
}

/// The kinds of records. Readers skip kinds that they do not know.
package enum RecordKind: UInt64, Sendable {
  /// What was recorded, by which app, and when. The first record of every log.
  case header = 1
  /// The state of every store at a step.
  case checkpoint = 2
  /// A run of actions, by column.
  case chunk = 3
  /// A remark of the app at a step.
  case note = 4
  /// Missing steps, and why.
  case gap = 5
  /// The digests of the stores at a step.
  case digests = 6
  /// The recording was closed.
  case end = 7
  /// Stores were added or removed after a step.
  case storeList = 8
  /// The part and the page of the tail from which the frame was made.
  case flushMark = 9
  /// The session went on from the state of an earlier step.
  case resumption = 10
}
