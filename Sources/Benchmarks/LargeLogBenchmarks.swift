import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import TextEditor

/// The time to open a log of 1 GB and show its last action.
///
/// The log has as many chunks, of the same size, as a log of a billion small actions. Its actions are random
/// texts, which do not compress, so making it takes seconds.
enum LargeLogBenchmarks {
  private static let size = 1_000_000_000
  private static let textLength = 12_288
  /// The texts in a chunk of 96 KiB, the size of 16,384 actions of a busy app.
  private static let textsPerChunk = 8
  /// The project's goal, in milliseconds.
  private static let limit = 100.0

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    let path = scratch.path("large.playhead")
    let recording = try record(to: path)
    try CrashSafety.check(path)
    let unclosed = try openings(path)
    try recording.close()
    try Pages.forget(path)
    let cold = try milliseconds { try showLast(of: path) }
    let closed = try openings(path)
    return [
      row("closed", closed), row("closed, not in memory", cold),
      row("not closed, with a tail", unclosed),
    ]
  }

  /// Records until the file is large. The last actions are only in the tail.
  private static func record(to path: String) throws -> Recording {
    var options = RecordingOptions()
    (options.durability, options.waits) = (.none, true)
    let recording = try Recording(
      to: path, app: TextEditor.appName, stores: ["none"], options: options, states: [0])
    var characters = RandomCharacters()
    var written = 0
    while written < size {
      for _ in 0..<textsPerChunk {
        recording.record(Replace(at: 0, text: characters.text(textLength))) { [0] }
      }
      try recording.flush()
      written += textsPerChunk * textLength
    }
    for number in 0..<1_000 { recording.record(Replace(at: number, text: "e")) { [0] } }
    return recording
  }

  private static func openings(_ path: String) throws -> Double {
    try Stopwatch.best(operations: 1, [{ try showLast(of: path) }])[0] / 1_000_000
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }

  private static func showLast(of path: String) throws {
    let log = try LogReader(path: path)
    let entry = try log.entry(at: log.lastStep)
    consume("\(entry.step) \(entry.type.name) \(try entry.payload().json)")
  }

  private static func row(_ input: String, _ time: Double) -> Row {
    Row(
      subject: "open 1 GB, show its last action", input: input, playhead: time,
      competitor: "the limit", other: limit, unit: .milliseconds, goal: 1)
  }
}

/// Texts that do not compress, the same in every run.
private struct RandomCharacters {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  mutating func text(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      for place in 0..<count { buffer[place] = alphabet[Int(next() >> 58)] }
      return count
    }
  }

  /// Marsaglia's xorshift64*.
  private mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// The operating system's file cache.
private enum Pages {
  /// Makes the next read come from the disk, if the system can.
  static func forget(_ path: String) throws {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw BenchmarkError("'\(path)' cannot be read") }
    defer { close(descriptor) }
    fsync(descriptor)
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_NOCACHE, 1)
    #else
      posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED))
    #endif
  }
}
