import PlayheadCoding
import PlayheadFiles

/// What was read from standard input and not yet asked for.
struct InputBuffer {
  /// One read per this many bytes: what a pipe holds on Linux.
  static let readSize = 65_536

  var bytes: [UInt8] = []
  /// Where the part that was not yet asked for starts.
  var start = 0
  /// Where the search for the end of the line goes on.
  var searched = 0
  var isAtEnd = false

  /// The next line without its end (`\n` or `\r\n`), if all of it is here.
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

  /// What was not yet asked for.
  var rest: [UInt8] { Array(bytes[start...]) }

  /// Everything that is here.
  mutating func takeAll() -> [UInt8] {
    defer { self = InputBuffer(isAtEnd: isAtEnd) }
    return start == 0 ? bytes : Array(bytes[start...])
  }

  /// Makes room for more by dropping what was asked for.
  mutating func dropTaken() {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}

extension Console {
  /// The next line of standard input without its end, or `nil` after the last. Output written so
  /// far is shown first. Bytes that are not UTF-8 are as in the name of a file (``FileName``), which the line may
  /// have.
  package func readLine() throws -> String? {
    try flush()
    while true {
      if let line = input.takeLine() { return line }
      guard !input.isAtEnd else { return nil }
      try readMore()
    }
  }

  /// All that is left of standard input.
  package func readAll() throws -> [UInt8] {
    try flush()
    while !input.isAtEnd { try readMore() }
    return input.takeAll()
  }

  /// All that is left of standard input; of what is no log, and may have no end, only the beginning.
  func readLog() throws -> [UInt8] {
    try flush()
    var log = StreamedLog()
    log.take(input.takeAll())
    while !input.isAtEnd, log.mayBeOne {
      try readMore()
      log.take(input.takeAll())
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
