import Foundation
import PlayheadLog
import PlayheadReading

/// The stock `lz4`, which takes a log for what it is: frames, one behind the other.
enum LZ4Tool {
  private static let path = ["/usr/bin/lz4", "/usr/local/bin/lz4", "/opt/homebrew/bin/lz4"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether it finds nothing wrong with a file; where it is not installed, it never does.
  static func accepts(_ file: String) throws -> Bool {
    guard let path else { return true }
    return try AppProcess(path, ["-t", "-q", file], output: "/dev/null").wait() == .exit(0)
  }
}

/// What was flushed of a log: its whole frames, without a torn end.
struct FlushedPart {
  private let bytes: [UInt8]
  /// Where the torn end would begin.
  let length: Int

  init(of log: String) throws {
    bytes = Array(try Data(contentsOf: URL(fileURLWithPath: log)))
    length = bytes.withUnsafeBytes { bytes in
      var end = 0
      while end < bytes.count,
        let length = try? LZ4Frame.length(UnsafeRawBufferPointer(rebasing: bytes[end...]))
      {
        end += length
      }
      return end
    }
  }

  /// Whether the stock `lz4` finds nothing wrong with it, put into a file of its own.
  func isAccepted(at file: String) throws -> Bool {
    guard length > 0 else { return true }
    try Data(bytes[..<length]).write(to: URL(fileURLWithPath: file))
    return try LZ4Tool.accepts(file)
  }
}
