import Foundation
import PlayheadLog

/// A log that comes through a pipe. Other input may never end, so only its beginning is read.
package struct StreamedLog {
  /// A log of this many bytes has many frames, so one of them is found even if the first is damaged.
  private static let trial = 1 << 20

  /// What came so far.
  package private(set) var bytes: [UInt8] = []
  private var isTried = false
  /// Whether the bytes may be a log: false once there are enough of them without the beginning of any frame.
  package private(set) var mayBeOne = true

  package init() {}

  /// Goes on with what came.
  package mutating func take(_ part: [UInt8]) {
    bytes += part
    guard !isTried, bytes.count >= Self.trial else { return }
    isTried = true
    mayBeOne = bytes.places(of: LZ4Frame.magicBytes).contains { _ in true }
  }
}

/// The system's `read`, which within a source would be its own.
private func readNext(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, target, count)
}

extension FileSource {
  /// A source for random access: this one, or everything that comes through it, until it ends or is clearly no log.
  func seekable() throws(LogError) -> any LogSource {
    if isRegular { return self }
    var log = StreamedLog()
    while true {
      var failure: Int32 = 0
      // As much as a pipe holds.
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
        let got = fill(buffer)
        failure = got < 0 ? errno : 0
        initialized = max(0, got)
      }
      guard failure == 0 else {
        throw .unreadable(path: path, reason: .system(failure))
      }
      log.take(part)
      if part.isEmpty || !log.mayBeOne { return MemorySource(bytes: log.bytes) }
    }
  }

  /// Reads what is there, and waits if there is nothing yet.
  private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      let got = readNext(descriptor, buffer.baseAddress, buffer.count)
      if got >= 0 || errno != EINTR { return got }
    }
  }
}
