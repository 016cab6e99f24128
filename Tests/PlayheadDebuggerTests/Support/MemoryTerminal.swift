import PlayheadDebugger

/// A terminal in memory: what was written can be read, what is to be read is given.
class MemoryTerminal: Terminal {
  var output: [UInt8] = []
  var error: [UInt8] = []
  var writes = 0
  var input: [UInt8]
  /// How many bytes one read gives.
  var readSize = 5
  var terminals: Set<OutputStream> = []
  var isInputTerminal = false
  var width: Int?
  var variables: [String: String] = [:]
  /// After so many bytes of output the reader goes away.
  var outputLimit = Int.max
  /// What is to happen when the program is told to end.
  var interrupted: (@Sendable () -> String)?

  init(input: String = "") {
    self.input = Array(input.utf8)
  }

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: error, as: UTF8.self) }

  func write(_ bytes: UnsafeRawBufferPointer, to stream: OutputStream) throws(OutputError) {
    writes += 1
    switch stream {
    case .output:
      guard output.count + bytes.count <= outputLimit else { throw .closed }
      output += bytes
    case .error:
      error += bytes
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count = min(readSize, input.count, buffer.count)
    buffer.copyBytes(from: input.prefix(count))
    input.removeFirst(count)
    return count
  }

  func isTerminal(_ stream: OutputStream) -> Bool { terminals.contains(stream) }

  func environment(_ name: String) -> String? { variables[name] }

  func whenInterrupted(_ body: (@Sendable () -> String)?) { interrupted = body }
}
