import PlayheadLog
import PlayheadReading

/// A log in memory that counts how often it is read, and may change under its reader.
final class CountingSource: LogSource {
  nonisolated(unsafe) var bytes: [UInt8]
  private(set) nonisolated(unsafe) var reads = 0
  private(set) nonisolated(unsafe) var bytesRead = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: Int { bytes.count }

  func read(at offset: Int, count: Int) -> [UInt8] {
    let read = MemorySource(bytes: bytes).read(at: offset, count: count)
    reads += 1
    bytesRead += read.count
    return read
  }
}
