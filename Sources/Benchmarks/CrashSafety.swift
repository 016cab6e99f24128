import Foundation
import PlayheadLog

/// Makes sure that a recording measured as crash-safe is crash-safe.
enum CrashSafety {
  /// Throws if the recording at `path` has no mapped tail: plain memory is faster, but not crash-safe.
  static func check(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: LogFormat.tailPath(of: path)) else {
      throw BenchmarkError(
        "the recording at '\(path)' has no tail, so that its figures would be of something else")
    }
  }
}
