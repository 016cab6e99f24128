import PlayheadCoding
import PlayheadReading

/// Bytes of standard input that the program has read and not used yet.
struct InputBuffer {
  /// The bytes per read: the capacity of a pipe on Linux.
  static let readSize = 65_536

  var bytes: [UInt8] = []
  /// Where the unused bytes start.
  var start = 0
  /// Where to continue the search for the end of the line.
  var searched = 0
  var isAtEnd = false

  /// The next line without its end (`\n` or `\r\n`); `nil` if the line is not complete.
  mutating func takeLine() -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return isAtEnd && start < bytes.count ? take(upTo: bytes.count, next: bytes.count) : nil
    }
    return take(upTo: end, next: end + 1)
  }

  private mutating func take(upTo end: Int, next: Int) -> String {
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    start = next
    searched = next
    return FileName.text(of: line)
  }

  /// The unused bytes.
  var rest: [UInt8] { Array(bytes[start...]) }

  /// Takes all unused bytes.
  mutating func takeAll() -> [UInt8] {
    defer { self = InputBuffer(isAtEnd: isAtEnd) }
    return start == 0 ? bytes : Array(bytes[start...])
  }

  /// Drops the used bytes.
  mutating func dropTaken() {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}

extension Console {
  /// Flushes the output, then reads the next line of standard input, without its end. `nil` after the last
  /// line. A line may contain a file name, so bytes that are not UTF-8 are kept as in ``FileName``.
  package func readLine() throws -> String? {
    try flush()
    while true {
      if let line = input.takeLine() { return line }
      guard !input.isAtEnd else { return nil }
      try readMore()
    }
  }

  /// Reads the rest of standard input.
  package func readAll() throws -> [UInt8] {
    try flush()
    while !input.isAtEnd { try readMore() }
    return input.takeAll()
  }

  /// Reads the rest of standard input. If it is not a log, reads only the beginning: the input may be
  /// endless.
  func readLog() throws -> [UInt8] {
    try flush()
    var log = StreamedLog()
    log.append(input.takeAll())
    while !input.isAtEnd, log.mayBeOne {
      try readMore()
      log.append(input.takeAll())
    }
    return log.bytes
  }

  private func readMore() throws(InputError) {
    input.dropTaken()
    guard input.bytes.count <= inputLimit else { throw .endless(limit: inputLimit) }
    var chunk = [UInt8](repeating: 0, count: InputBuffer.readSize)
    // A closure's typed error does not pass through `withUnsafeMutableBytes`.
    let result = chunk.withUnsafeMutableBytes { pointer -> Result<Int, InputError> in
      Result { () throws(InputError) in try terminal.read(into: pointer) }
    }
    let count = try result.get()
    input.bytes += chunk.prefix(count)
    if count == 0 { input.isAtEnd = true }
  }
}
