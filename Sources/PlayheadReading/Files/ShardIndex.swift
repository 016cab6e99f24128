import PlayheadValues

/// The index of a shard: its last file, with a line of JSON for each log and a last line about the index itself.
enum ShardIndex {
  static let name = "playhead-index.jsonl"

  /// The most zeros and the longest last line behind which an index is found: other tools fill the last 20 blocks.
  private static let endSize = 16 << 10
  /// The lines of about a million logs. Headers are read instead of a longer index.
  private static let longest = 64 << 20

  static func line(for log: Shard.Log) -> String {
    "{\"name\":\(Value.string(log.name).json),\"offset\":\(log.offset),\"size\":\(log.size)}\n"
  }

  /// The last line of an index that begins at `offset`.
  static func end(logs: Int, at offset: Int) -> String {
    "{\"shard\":1,\"logs\":\(logs),\"index\":\(offset)}\n"
  }

  /// The logs that the index lists. `nil` if there is no index, or if the lines of `ShardWriter`'s logs would be others: each
  /// log begins where the one before it ends, and the index behind them.
  static func logs(in source: any LogSource) throws(ReadingError) -> [Shard.Log]? {
    guard let place = try place(in: source) else { return nil }
    let bytes = try source.read(at: place.lowerBound, count: place.count)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var (logs, offset): ([Shard.Log], Int) = ([], 0)
    for line in lines.dropLast() {
      guard let log = log(line) else { return nil }
      let header = TarHeader.length(for: log.name)
      // Nothing is added to numbers that may be too large for that.
      guard log.offset == offset + header, log.size <= place.lowerBound - log.offset else {
        return nil
      }
      offset = log.offset + log.size + TarHeader.padding(after: log.size)
      logs.append(log)
    }
    let isWhole = offset + TarHeader.blockSize == place.lowerBound
    let end = end(logs: logs.count, at: place.lowerBound).dropLast().utf8
    return isWhole && lines.last?.elementsEqual(end) == true ? logs : nil
  }

  /// Where the index is, by the last line in the file.
  private static func place(in source: any LogSource) throws(ReadingError) -> Range<Int>? {
    let start = max(0, source.size - endSize)
    let end = try source.read(at: start, count: endSize)
    guard let last = end.lastIndex(where: { $0 != 0 }), end[last] == UInt8(ascii: "\n") else {
      return nil
    }
    let line = end[..<last].split(separator: UInt8(ascii: "\n")).last ?? []
    guard case .int(let number)? = Value(json: String(decoding: line, as: UTF8.self))?["index"],
      let offset = Int(exactly: number), offset >= TarHeader.blockSize, offset <= start + last
    else { return nil }
    let place = offset..<start + last + 1
    return place.count <= longest ? place : nil
  }

  /// The log in a line as ``line(for:)`` writes it. Its numbers are read from the end, without a parser of JSON: a shard may
  /// have a hundred thousand lines.
  private static func log(_ line: ArraySlice<UInt8>) -> Shard.Log? {
    var rest = line
    // As JSON, a byte of a name takes up to six.
    guard line.count <= 8 * TarEntries.longestName, rest.popLast() == UInt8(ascii: "}"),
      let size = popNumber(after: ",\"size\":", &rest), size <= TarHeader.largestSize,
      let offset = popNumber(after: ",\"offset\":", &rest), rest.starts(with: "{\"name\":".utf8),
      case .string(let name)? = Value(json: String(decoding: rest.dropFirst(8), as: UTF8.self))
    else { return nil }
    return Shard.Log(name: name, offset: offset, size: size)
  }

  /// Removes a number and the key in front of it.
  private static func popNumber(after key: String, _ line: inout ArraySlice<UInt8>) -> Int? {
    var (number, unit) = (0, 1)
    // Numbers of up to 18 digits are no larger than an `Int`.
    while let digit = line.last, 0x30...0x39 ~= digit, unit < 1_000_000_000_000_000_000 {
      number += Int(digit - 0x30) * unit
      unit *= 10
      line.removeLast()
    }
    guard unit > 1, line.suffix(key.utf8.count).elementsEqual(key.utf8) else { return nil }
    line.removeLast(key.utf8.count)
    return number
  }
}
