import Foundation
import Synchronization

/// The memory that this process may use to read a log, in bytes, beyond the file's size.
///
/// Compressed bytes unpack to up to 255 times their size, and each may stand for a value of a hundred bytes,
/// so a small hostile log could take gigabytes. The limit has four equal shares: to unpack a frame, for its
/// records, for a value as a tree, and for everything that a reader keeps of all frames.
package enum MemoryLimit {
  /// The environment variable with the limit, in bytes, for a process and its children.
  package static let variable = "PLAYHEAD_MEMORY"
  /// 256 MiB. A chunk of 16,384 actions takes less than a tenth of a share.
  package static let usual = 256 << 20

  private static let chosen = Atomic<Int>(
    getenv(variable).flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil } ?? usual)

  package static var bytes: Int {
    get { chosen.load(ordering: .relaxed) }
    set { chosen.store(max(newValue, 1), ordering: .relaxed) }
  }

  /// A quarter of the limit; practically unlimited while the limit is lifted.
  package static var share: Int { isLifted ? 1 << 60 : bytes / 4 }

  @TaskLocal private static var isLifted = false

  /// Runs `body` without a limit, to tell a damaged frame from one that only takes much memory: what a log lacks, its
  /// tail has to give.
  package static func lifted<Value, Fault: Error>(
    _ body: () throws(Fault) -> Value
  ) throws(Fault) -> Value {
    let result = $isLifted.withValue(true) { Result { () throws(Fault) in try body() } }
    return try result.get()
  }

  /// A part of a sentence that says that the limit was reached.
  package static var sentence: String {
    "reading it takes more than the allowed \(text(bytes)) of memory"
  }

  /// A number of bytes in the form in which the limit is shown and set.
  package static func text(_ bytes: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB")] where bytes >> shift > 0 {
      if bytes & ((1 << shift) - 1) == 0 { return "\(bytes >> shift)\(unit)" }
    }
    return "\(max(1, bytes >> 10))KiB"
  }
}
