import PlayheadCoding
import PlayheadReading

/// Bytes of standard input that the program has read and not used yet.
struct InputBuffer {
  private(set) var bytes: ArraySlice<UInt8> = []
  /// How many of the bytes are known to contain no end of a line.
  private var searched = 0
  private(set) var isAtEnd = false

  /// Adds what was read. No bytes mean the end of the input.
  mutating func append(_ more: [UInt8]) {
    bytes += more
    isAtEnd = more.isEmpty
  }

  /// The next line without its end (`\n` or `\r\n`); `nil` if the line is not complete.
  mutating func takeLine() -> String? {
    let end = bytes.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
    guard end != nil || isAtEnd && !bytes.isEmpty else {
      searched = bytes.count
      return nil
    }
    var line = bytes[..<(end ?? bytes.endIndex)]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    bytes = bytes[(end ?? bytes.endIndex)...].dropFirst()
    searched = 0
    return String(decoding: line, as: UTF8.self)
  }

  mutating func takeAll() -> [UInt8] {
    defer { (bytes, searched) = ([], 0) }
    return Array(bytes)
  }
}

extension Console {
  /// Flushes the output, then reads the next line of standard input, without its end. `nil` after the last
  /// line.
  package func readLine() throws -> String? {
    try flush()
    while true {
      if let line = input.takeLine() { return line }
      guard !input.isAtEnd else { return nil }
      try readMore()
    }
  }

  package func readAll() throws -> [UInt8] {
    try flush()
    while !input.isAtEnd { try readMore() }
    return input.takeAll()
  }

  /// Reads the rest of standard input. If it is not a log, reads only the beginning: the input may be
  /// endless.
  func readLog() throws -> [UInt8] {
    try flush()
    var log = StreamedInput()
    log.append(input.takeAll())
    while !input.isAtEnd, log.mayBeOne {
      try readMore()
      log.append(input.takeAll())
    }
    return log.bytes
  }

  private func readMore() throws(InputError) {
    guard input.bytes.count <= inputLimit else { throw .endless(limit: inputLimit) }
    input.append(try terminal.read())
  }
}
