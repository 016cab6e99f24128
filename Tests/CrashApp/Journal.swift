import PlayheadCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the stores of one run saw, in the order in which they saw it, in a file that both the app and
/// whoever watches it have mapped: it survives `SIGKILL` as the log's tail does.
///
/// Unchecked because one thread at a time writes, and whoever watches reads whole words.
package final class Journal: @unchecked Sendable {
  /// How many actions it has room for: more than any run that is looked at afterwards.
  package static let capacity = 1 << 20
  /// Marks an action that the log is not to have: the recording was paused.
  package static let leftOutBit: UInt64 = 1 << 63

  private static let byteCount = (capacity + 1) * MemoryLayout<UInt64>.size
  private let words: UnsafeMutablePointer<UInt64>

  /// Opens the journal at `path`, or makes an empty one.
  package init?(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(Self.byteCount)) == 0 else { return nil }
    let memory = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    words = memory.bindMemory(to: UInt64.self, capacity: Self.capacity + 1)
  }

  deinit {
    munmap(words, Self.byteCount)
  }

  /// Whether the run began to record.
  package var hasBegun: Bool {
    get { words[0] != 0 }
    set { words[0] = newValue ? 1 : 0 }
  }

  /// Notes the action that the run handled as its `number`th, counted from 1. False if it is full.
  package func note(_ code: UInt64, number: Int, isLeftOut: Bool) -> Bool {
    guard number <= Self.capacity else { return false }
    words[number] = isLeftOut ? code | Self.leftOutBit : code
    return true
  }

  /// Whether so many actions were seen already.
  package func holds(_ count: Int) -> Bool { words[min(count, Self.capacity)] != 0 }

  /// The codes of all actions that were seen.
  package var codes: [UInt64] {
    var codes: [UInt64] = []
    while codes.count < Self.capacity, words[codes.count + 1] != 0 {
      codes.append(words[codes.count + 1])
    }
    return codes
  }

  /// What tells an entry from all others, whether it comes from a store or out of a log.
  package static func code(thread: Int, number: Int, text: String) -> UInt64 {
    var text = text
    let hash = text.withUTF8 { utf8 in
      XXHash.hash64(UnsafeRawBufferPointer(utf8), seed: UInt64(thread) << 32 | UInt64(number))
    }
    // Zero means that nothing was noted.
    return hash & ~leftOutBit | 1
  }
}
