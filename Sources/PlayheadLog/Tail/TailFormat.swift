package import Foundation
import PlayheadCoding

/// The constants of the tail, in one place for writer and reader. `Format.md` explains them.
package enum TailFormat {
  /// The first eight bytes of a page. The last digit is the version of the tail.
  package static let magic: UInt64 = 0x3530_4C54_4459_4C50  // "PLYDTL05", lowest byte first
  /// The first eight bytes of a free page. Every bit differs from `magic`, so damage can hardly turn one into
  /// the other.
  package static let freeMagic: UInt64 = ~magic
  /// The bytes of a page before its first record.
  package static let headerLength = 64
  /// A record's checksum and length.
  static let recordHeaderLength = 8
  /// A fragment's kind, and the number of bytes of the chain that follow.
  static let fragmentHeadLength = 1 + 4
  /// Room for a chunk of ordinary actions: 16,384 of 60 bytes. Larger ones are chained across pages.
  package static let pageLength = 1 << 20
  /// The number of pages at the start: one is filled while the other is flushed.
  static let initialPages = 2
  /// The number of pages, a megabyte each, that may wait for a slow disk: three actions of 20 MB in a row. After that,
  /// actions are left out.
  package static let pageLimit = 64
  /// The longest action's record without its row: kind, flags, six numbers.
  static let actionHeadLength = 2 + 6 * 10
  /// The longest outcome: kind and three numbers.
  static let outcomeLength = 1 + 3 * 10
  /// The largest number of pages in a chain, a gigabyte: most computers have little more memory.
  static let longestChain = 1_024

  /// The seed of a page's records, so that no other page's records fit.
  static func seed(session: UInt64, page: UInt64) -> UInt32 {
    withUnsafeBytes(of: page.littleEndian) {
      UInt32(truncatingIfNeeded: XXHash.hash64($0, seed: session))
    }
  }

  /// The recording's session in page headers.
  package static func session(_ session: UUID) -> UInt64 {
    withUnsafeBytes(of: session.uuid) { XXHash.hash64($0) }
  }
}

/// The kinds of records in a page.
enum PageRecordKind: UInt8 {
  /// The definition of a shape's number.
  case shape = 1
  /// The definition of an action type's number.
  case type = 2
  /// The definition of a store set's number.
  case storeSet = 3
  /// An action that is about to be handled.
  case action = 4
  /// A value that a store took from outside.
  case draw = 5
  /// The outcome of an action.
  case outcome = 6
  case note = 7
  case gap = 8
  case digests = 9
  case storeList = 10
  case checkpoint = 11
  /// A part of a chain, which holds records that fit into no page.
  case fragment = 12
  /// The session went on from the state of an earlier step.
  case resumption = 13
}

/// The optional fields of an action's record.
struct ActionFlags: OptionSet {
  let rawValue: UInt8

  /// The step, if it does not follow the previous action's.
  static let step = ActionFlags(rawValue: 1)
  /// The wall clock, if it has moved against the monotonic one.
  static let wall = ActionFlags(rawValue: 2)
  /// The number of steps back to the cause.
  static let cause = ActionFlags(rawValue: 4)
}
