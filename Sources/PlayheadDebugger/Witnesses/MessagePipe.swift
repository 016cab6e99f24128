import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Messages from one process to another and back, over two pipes: each is its length in four bytes, the
/// lowest first, and JSON.
///
/// JSON, because the other side may be another build: it says of each field what it is, so that either side
/// leaves out what it does not know.
final class MessagePipe {
  /// Of which version what is said here is; a witness tells its own first of all.
  static let version = 2

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

  /// Sends a message. Throws ``PipeClosed`` if nobody is there to read it.
  func send(_ message: some Encodable) throws {
    let body = try JSONEncoder().encode(message)
    let length = UInt32(body.count).littleEndian
    let bytes = withUnsafeBytes(of: length) { Array($0) } + body
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

  /// The next message, as soon as it is there. Throws ``PipeClosed`` if the other side is gone, or did not say
  /// anything for so many seconds.
  func receive<Message: Decodable>(_ type: Message.Type, within seconds: Int? = nil) throws
    -> Message
  {
    let head = try read(4, within: seconds)
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    return try JSONDecoder().decode(type, from: Data(try read(length, within: seconds)))
  }

  private func read(_ count: Int, within seconds: Int?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)  // What a pipe holds on Linux.
    while bytes.count < count {
      if let seconds { try wait(seconds) }
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

  private func wait(_ seconds: Int) throws {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&request, 1, Int32(clamping: seconds * 1_000))
      if ready > 0 { return }
      if ready == 0 || errno != EINTR { throw PipeClosed() }
    }
  }
}

/// The other side is no more.
struct PipeClosed: Error {}

/// What the class's own method hides.
private func systemRead(_ file: Int32, _ place: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, place, count)
}
