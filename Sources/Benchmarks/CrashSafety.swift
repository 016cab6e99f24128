import Foundation
import PlayheadLog

/// What is measured as crash-safe is to be it.
enum CrashSafety {
  /// Throws unless the recording that goes on at `path` is in a mapped tail: where none can be mapped,
  /// a recorder falls back to plain memory, which is faster to compare and not the same thing.
  static func check(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: LogFormat.tailPath(of: path)) else {
      throw BenchmarkError(
        "the recording at '\(path)' has no tail, so that its figures would be of something else")
    }
  }
}
