/// Several sources, one behind the other.
package struct JoinedSource: LogSource {
  private let parts: [(source: any LogSource, start: Int, size: Int)]
  package let size: Int

  /// The first `size` bytes of each source.
  package init(_ parts: [(source: any LogSource, size: Int)]) {
    var start = 0
    self.parts = parts.map { part in
      defer { start += part.size }
      return (part.source, start, part.size)
    }
    size = start
  }

  package func read(at offset: Int, count: Int) throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = offset + min(max(count, 0), size - min(offset, size))
    for part in parts where part.start < end && part.start + part.size > offset {
      let first = max(offset, part.start) - part.start
      let read = try part.source.read(
        at: first, count: min(end - part.start, part.size) - first)
      if bytes.isEmpty { bytes = read } else { bytes += read }
    }
    return bytes
  }
}
