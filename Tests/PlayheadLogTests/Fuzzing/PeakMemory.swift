#if os(Linux) && canImport(Glibc)
  import Foundation
  import Glibc

  /// Measures how much memory a process takes at most. Only for a process of its own: it sets how all
  /// of it allocates.
  enum PeakMemory {
    /// The bytes that `body` took at once beyond those before it, in whole pages.
    static func measure(_ body: () throws -> Void) throws -> Int {
      // Fresh memory is written to, so that what is allocated counts, used or not; and what is free
      // goes back to the system, so that it counts when it is taken again.
      _ = option?(-6, 0x5A)  // M_PERTURB
      _ = option?(-3, 128 << 10)  // M_MMAP_THRESHOLD: a number of one's own keeps it from growing
      _ = trim?(0)
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let before = try kilobytes("VmRSS:")
      try body()
      return (try kilobytes("VmHWM:") - before) << 10
    }

    /// Ends the process if the target takes more for the bytes than is stated.
    static func check(_ target: FuzzTarget, _ bytes: [UInt8]) throws {
      let peak = try measure { try target.run(bytes) }
      let bound = target.bound.bytes(for: bytes.count)
      precondition(peak <= bound, "\(target.name): \(peak) of \(bytes.count) bytes")
    }

    /// Swift does not see <malloc.h>.
    private static let option = dlsym(nil, "mallopt").map {
      unsafeBitCast($0, to: (@convention(c) (Int32, Int32) -> Int32).self)
    }
    private static let trim = dlsym(nil, "malloc_trim").map {
      unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
    }

    private static func kilobytes(_ name: String) throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      let words = line?.split { $0 == " " || $0 == "\t" } ?? []
      return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
  }
#endif
