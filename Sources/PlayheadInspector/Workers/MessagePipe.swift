import Foundation
import PlayheadReplay

/// Messages between two processes, over two pipes. A message is its length in eight bytes, the lowest
/// first, and its bytes.
final class MessagePipe {
  /// The version of the protocol. A worker sends its version first.
  static let version = 9

  private let input: Int32
  private let output: Int32

  /// Reads from `input` and writes to `output`. The pipe closes both.
  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
  }

  deinit {
    close(input)
    close(output)
  }

  func send(_ message: some Encodable) throws { try send(bytes: WorkerCoding.bytes(message)) }

  /// Waits for the next message. Throws ``PipeClosed``, and ``PipeSilent`` if the message has not come by
  /// `end`.
  func receive<Message: Decodable>(
    _ type: Message.Type, until end: ContinuousClock.Instant? = nil
  ) throws -> Message {
    try WorkerCoding.value(type, receiveBytes(until: end))
  }

  func send(bytes body: Data) throws {
    let bytes = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Array($0) } + body
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

  func receiveBytes(until end: ContinuousClock.Instant? = nil) throws -> Data {
    let length = try read(8, until: end).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return Data(try read(Int(clamping: length), until: end))
  }

  /// Whether a message begins to arrive before `end`. Throws ``PipeClosed``.
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
    var buffer = [UInt8](repeating: 0, count: 65_536)  // The capacity of a pipe on Linux.
    while bytes.count < count {
      if let end { try wait(until: end) }
      let wanted = min(buffer.count, count - bytes.count)
      let got = buffer.withUnsafeMutableBytes { Foundation.read(input, $0.baseAddress, wanted) }
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
      // Takes a message that has arrived, even after `end`.
      let rest = max(.zero, end - .now) / .milliseconds(1)
      let ready = poll(&request, 1, Int32(clamping: Int64(rest.rounded(.up))))
      if ready > 0 { return }
      if ready == 0, ContinuousClock.now >= end { throw PipeSilent() }
      if ready < 0, errno != EINTR { throw PipeClosed() }
    }
  }
}

/// The process at the other end has gone.
struct PipeClosed: Error {}

/// The process at the other end sends nothing.
struct PipeSilent: Error {}

struct WorkerMessage: Codable {
  var name: String
  /// Counts the requests of a process.
  var number: UInt64
  var request: Data

  init(_ request: some WorkerRequest, number: UInt64) throws {
    name = Self.name(of: type(of: request))
    self.number = number
    self.request = try WorkerCoding.bytes(request)
  }

  static func name(of type: any WorkerRequest.Type) -> String { "\(type)" }
}

/// What the tool and its workers agree on before the first message.
enum WorkerContract {
  /// The program's argument, for a reader of a process list.
  static let word = "worker"
  /// The variable that makes a program a worker. An argument alone would be a command, and with libfaketime
  /// Swift does not always see the arguments.
  static let variable = "PLAYHEAD_WORKER"
  /// In the variable's value: use the same memory addresses in each process.
  static let fixedAddresses = "fixed-addresses"
  /// In the variable's value: use the locale of the environment.
  static let ownLocale = "own-locale"
  static let input: Int32 = 3
  static let output: Int32 = 4
  /// The file descriptor of the memory for the step that the worker handles.
  static let memory: Int32 = 5
}

/// A worker's first message, as JSON so that every other version can read it.
package struct WorkerGreeting: Codable {
  var version = MessagePipe.version
  /// The worker's time, in seconds since 1970.
  var time: Double
  /// Whether its memory is at the same addresses in each process.
  package var hasFixedAddresses: Bool
  package var apps: [String]
  /// The identity of the build; `nil` if it is not known at once.
  var build: String?
}

/// The part of a greeting that every version has.
struct WorkerVersion: Codable {
  var version: Int
}
