import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How much memory this process takes to read a log, in bytes, beyond what the file itself has.
///
/// Packed bytes may be 255 times as many as they take in the file, and each of them may stand for a value of a
/// hundred bytes, so a small log made with ill intent could take gigabytes. The limit has four equal shares: one
/// to unpack a frame, one for its records, one for a value as a tree, and one for what a reader keeps of all
/// frames.
package enum MemoryLimit {
  /// The environment variable that sets the limit, in bytes, for a process and its children.
  package static let variable = "PLAYHEAD_MEMORY"
  /// 256 MiB. A chunk of 16,384 actions takes less than a tenth of a share.
  package static let usual = 256 << 20

  private static let chosen = Atomic<Int>(
    getenv(variable).flatMap { Int(String(cString: $0)) }.map { max($0, 0) } ?? usual)

  /// The limit that holds.
  package static var bytes: Int { chosen.load(ordering: .relaxed) }

  /// A quarter of the limit.
  package static var share: Int { bytes / 4 }

  /// Sets the limit for this process, and for those that it starts from now on.
  package static func set(_ bytes: Int) {
    chosen.store(max(bytes, 0), ordering: .relaxed)
    setenv(variable, "\(max(bytes, 0))", 1)
  }

  /// That the limit is reached, as a part of a sentence.
  package static var sentence: String {
    "reading it takes more than the \(text(bytes)) of memory that are allowed; "
      + "'playhead --memory \(text(4 * min(bytes, .max / 4))) …' allows more"
  }

  private static func text(_ bytes: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB")] where bytes >> shift > 0 {
      if bytes & ((1 << shift) - 1) == 0 { return "\(bytes >> shift)\(unit)" }
    }
    return "\(max(1, bytes >> 10))KiB"
  }
}
