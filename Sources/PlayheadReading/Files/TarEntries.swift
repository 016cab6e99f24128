import PlayheadLog
import PlayheadValues

/// The files in a tar, found by their headers: without its folders, its links, and what other tools keep in it.
struct TarEntries {
  /// Records and names are shorter. A path has at most 4,096 bytes on most systems.
  static let longestName = 1 << 16

  private let source: any LogSource
  private let path: String
  /// Where the next header begins.
  private var offset = 0

  init(_ source: any LogSource, path: String) { (self.source, self.path) = (source, path) }

  /// The next file; `nil` at the end. Throws if the tar is damaged or cut off.
  mutating func next() throws(ReadingError) -> Shard.Log? {
    var records = Records()
    while true {
      let start = offset
      let block = try source.read(at: start, count: TarHeader.blockSize)
      guard block.count == TarHeader.blockSize else { throw cut }
      if block.allSatisfy({ $0 == 0 }) { return nil }
      guard let header = TarHeader(block) else { throw damage(at: start) }
      let size = header.kind == .file ? records.size ?? header.size : header.size
      let content = start + TarHeader.blockSize
      let padding = TarHeader.padding(after: size)
      let rest = source.size - content
      guard size <= rest, padding <= rest - size else { throw cut }
      offset = content + size + padding
      switch header.kind {
      case .file:
        if !records.isSparse {
          return Shard.Log(name: records.name ?? header.name, offset: content, size: size)
        }
        records = Records()
      case .other: records = Records()
      case .records, .longName:
        guard size <= Self.longestName,
          records.add(header.kind, try source.read(at: content, count: size))
        else { throw damage(at: start) }
      }
    }
  }

  /// What the headers before a file's own say about it.
  private struct Records {
    var name: String?
    var size: Int?
    /// Whether its content has a list of holes in front.
    var isSparse = false

    /// Returns false if these bytes are no records.
    mutating func add(_ kind: TarHeader.Kind, _ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      if kind == .longName { name = TarHeader.text(rest) }
      while kind == .records, !rest.isEmpty {
        let digits = rest.prefix { $0 != UInt8(ascii: " ") }
        guard let length = Int(String(decoding: digits, as: UTF8.self)),
          digits.count + 1..<rest.count + 1 ~= length
        else { return false }
        let record = rest.prefix(length).dropFirst(digits.count + 1)
        rest = rest.dropFirst(length)
        let key = record.prefix { $0 != UInt8(ascii: "=") }
        guard record.last == UInt8(ascii: "\n"), key.count < record.count else { return false }
        let value = String(decoding: record.dropFirst(key.count + 1).dropLast(), as: UTF8.self)
        switch String(decoding: key, as: UTF8.self) {
        case "path": name = value
        case "size":
          guard let number = Int(value), number >= 0 else { return false }
          size = number
        case let key where key.hasPrefix("GNU.sparse."): isSparse = true
        default: break
        }
      }
      return true
    }
  }

  private var cut: ReadingError {
    .unreadable(path: path, reason: .content("it is a tar without its end; get a whole copy"))
  }

  private func damage(at offset: Int) -> ReadingError {
    let fault = "its tar header at byte \(offset.grouped) is damaged; get an undamaged copy"
    return .unreadable(path: path, reason: .content(fault))
  }
}
