import Foundation
package import PlayheadLog

/// Writes logs into shards: `FOLDER/0001.tar`, `FOLDER/0002.tar` and so on. Equal logs in the same order give equal bytes.
package final class ShardWriter {
  /// A shard that has its name.
  package struct Written {
    package let path: String
    package let logs: Int
    package let bytes: Int
  }

  private let folder: String
  private let limit: Int
  private let make: (String) throws -> OutputFile
  private var count = 0
  private var shard: UnfinishedShard?

  /// Shards of at most `size` bytes, except those of one log that takes more. `make` begins the file at a path. Throws if
  /// the folder has shards already.
  package init(
    in folder: String, size: Int, making make: @escaping (String) throws -> OutputFile
  ) throws(LogError) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    (limit, self.make) = (size, make)
    let old = SystemDisk().names(in: folder).filter { $0.wholeMatch(of: /[0-9]{4,}\.tar/) != nil }
      .min()
    if let old { throw .exists(path: self.folder + old) }
  }

  /// Adds a log, whose readers also limit those of the shard. Returns the shard before, if that has no room for it.
  package func append(_ log: any LogSource, _ mode: FileMode, named name: String) throws -> Written?
  {
    guard log.size <= TarHeader.largestSize else {
      let fault = "a tar has room for files of less than 8 GiB; leave it out"
      throw LogError.unwritable(path: name, reason: .content(fault))
    }
    let header = TarHeader.bytes(for: name, log.size)
    var full: Written?
    if let shard, shard.size(with: name, header, log.size) > limit { full = try finish() }
    let shard = try shard ?? begin()
    try shard.append(log, mode, header, named: name)
    return full
  }

  /// Gives the last shard its name; `nil` if there is none.
  package func finish() throws -> Written? {
    defer { shard = nil }
    return try shard?.finish()
  }

  private func begin() throws -> UnfinishedShard {
    count += 1
    let digits = String(count)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    let new = UnfinishedShard(try make("\(folder)\(zeros)\(digits).tar"))
    shard = new
    return new
  }
}

/// A shard without its end.
private final class UnfinishedShard {
  /// How many bytes are copied at once, and collected before they are written.
  private static let part = 1 << 20

  private let file: OutputFile
  private var mode = FileMode.usual
  private var logs = 0
  private var index = ""
  /// The bytes so far, with those that are not written yet.
  private var size = 0
  private var buffer: [UInt8] = []

  init(_ file: OutputFile) { self.file = file }

  /// The size of the finished shard, if it has one more log.
  func size(with name: String, _ header: [UInt8], _ count: Int) -> Int {
    let log = Shard.Log(name: name, offset: size + header.count, size: count)
    let logEnd = log.offset + count
    let start = logEnd + TarHeader.padding(after: logEnd) + TarHeader.blockSize
    let lines =
      index.utf8.count + ShardIndex.line(for: log).utf8.count
      + ShardIndex.end(logs: logs + 1, at: start).utf8.count
    return start + lines + TarHeader.padding(after: lines) + 2 * TarHeader.blockSize
  }

  func append(_ log: any LogSource, _ mode: FileMode, _ header: [UInt8], named name: String) throws
  {
    // Before there are bytes that others may not read.
    if !mode.isSuperset(of: self.mode) { FileMode.narrow(file.partialPath, to: mode) }
    self.mode.formIntersection(mode)
    try append(header)
    index += ShardIndex.line(for: Shard.Log(name: name, offset: size, size: log.size))
    logs += 1
    for offset in stride(from: 0, to: log.size, by: Self.part) {
      let count = min(Self.part, log.size - offset)
      let bytes = try log.read(at: offset, count: count)
      guard bytes.count == count else {
        throw ReadingError.unreadable(
          path: name, reason: .content("it got shorter meanwhile; try again"))
      }
      try append(bytes)
    }
    try append(TarHeader.zeros(TarHeader.padding(after: log.size)))
  }

  func finish() throws -> ShardWriter.Written {
    index += ShardIndex.end(logs: logs, at: size + TarHeader.blockSize)
    try append(TarHeader.bytes(for: ShardIndex.name, index.utf8.count) + index.utf8)
    try append(
      TarHeader.zeros(TarHeader.padding(after: index.utf8.count) + 2 * TarHeader.blockSize))
    try flush()
    try file.finish()
    return ShardWriter.Written(path: file.path, logs: logs, bytes: size)
  }

  private func append(_ bytes: [UInt8]) throws(LogError) {
    buffer += bytes
    size += bytes.count
    if buffer.count >= Self.part { try flush() }
  }

  private func flush() throws(LogError) {
    try buffer.withBytes { bytes throws(LogError) in try file.append(bytes) }
    buffer.removeAll(keepingCapacity: true)
  }
}
