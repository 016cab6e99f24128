import Foundation

/// Messages from one process to another and back, over two pipes: each is its length in four bytes, the
/// lowest first, and JSON.
///
/// JSON, because the other side may be another build: it says of each field what it is, so that either side
/// leaves out what it does not know.
final class MessagePipe {
  /// Of which version what is said here is; a worker tells its own first of all.
  static let version = 3

  private let input: Int32
  private let output: Int32

  /// Messages come from `input` and go to `output`, which are closed with it.
  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
  }

  deinit {
    close(input)
    close(output)
  }

  /// Sends a message. Throws ``PipeClosed`` if nobody is there to read it, and ``MessageTooLong``.
  func send(_ message: some Encodable) throws {
    let body = try JSONEncoder().encode(message)
    guard let length = UInt32(exactly: body.count) else { throw MessageTooLong() }
    let bytes = withUnsafeBytes(of: length.littleEndian) { Array($0) } + body
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        start += count
      } else if errno != EINTR {
        throw PipeClosed()
      }
    }
  }

  /// The next message, as soon as it is there. Throws ``PipeClosed`` if the other side is gone, and
  /// ``PipeSilent`` if the message is not there at `end`.
  func receive<Message: Decodable>(
    _ type: Message.Type, until end: ContinuousClock.Instant? = nil
  ) throws -> Message {
    let head = try read(4, until: end)
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    return try JSONDecoder().decode(type, from: Data(try read(length, until: end)))
  }

  /// Whether a message begins to come before `end`. Throws ``PipeClosed`` if the other side is gone.
  func hasMessage(until end: ContinuousClock.Instant) throws -> Bool {
    do {
      try wait(until: end)
      return true
    } catch is PipeSilent {
      return false
    }
  }

  private func read(_ count: Int, until end: ContinuousClock.Instant?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)  // What a pipe holds on Linux.
    while bytes.count < count {
      if let end { try wait(until: end) }
      let wanted = min(buffer.count, count - bytes.count)
      let got = buffer.withUnsafeMutableBytes { systemRead(input, $0.baseAddress, wanted) }
      if got > 0 {
        bytes += buffer[..<got]
      } else if got == 0 || errno != EINTR {
        throw PipeClosed()
      }
    }
    return bytes
  }

  private func wait(until end: ContinuousClock.Instant) throws {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    while true {
      // What is there already is taken, however late it is.
      let rest = max(.zero, end - .now) / .milliseconds(1)
      let ready = poll(&request, 1, Int32(clamping: Int64(rest.rounded(.up))))
      if ready > 0 { return }
      if ready == 0, ContinuousClock.now >= end { throw PipeSilent() }
      if ready < 0, errno != EINTR { throw PipeClosed() }
    }
  }
}

/// The other side is no more.
struct PipeClosed: Error {}

/// The other side says nothing.
struct PipeSilent: Error {}

/// A message is longer than four bytes can say, which only one can be that has a log in it.
struct MessageTooLong: Error, CustomStringConvertible {
  let description =
    "a log that comes from standard input is handed on to other processes, and this one is too large for that; "
    + "write it into a file, and name that"
}

/// What the class's own method hides.
private func systemRead(_ file: Int32, _ place: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, place, count)
}
