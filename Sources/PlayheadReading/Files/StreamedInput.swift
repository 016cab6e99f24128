import PlayheadCoding
import Foundation
import PlayheadLog

/// A log from a pipe. Other input may never end, so only its beginning is read.
package struct StreamedInput {
  /// A log of this size has many frames, so one of them is found even if the first is damaged.
  private static let trial = 1 << 20

  package private(set) var bytes: [UInt8] = []
  private var isTried = false
  /// Whether the bytes may be a log: false if many bytes contain no beginning of a frame.
  package private(set) var mayBeOne = true

  package init() {}

  package mutating func append(_ part: [UInt8]) {
    bytes += part
    guard !isTried, bytes.count >= Self.trial else { return }
    isTried = true
    mayBeOne = bytes.places(of: LZ4Frame.magicBytes).contains { _ in true }
  }
}

/// The system's `read`, which cannot be called by that name in a source.
private func readNext(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, target, count)
}

extension FileSource {
  /// A source for random access: this one, or everything from the pipe until it ends or is clearly not a log.
  func seekable() throws(ReadingError) -> any LogSource {
    if isRegular { return self }
    var log = StreamedInput()
    while true {
      var failure: Int32 = 0
      // The capacity of a pipe.
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
        let got = fill(buffer)
        failure = got < 0 ? errno : 0
        initialized = max(0, got)
      }
      guard failure == 0 else {
        throw .unreadable(path: path, reason: .system(failure))
      }
      log.append(part)
      if part.isEmpty || !log.mayBeOne { return MemorySource(bytes: log.bytes) }
    }
  }

  /// Reads the available bytes; waits if there are none, also for the first writer of a pipe.
  private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
      let got = readNext(descriptor, buffer.baseAddress, buffer.count)
      if got >= 0 || (errno != EINTR && errno != EAGAIN) { return got }
    }
  }
}
