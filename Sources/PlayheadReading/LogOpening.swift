import PlayheadLog
import PlayheadCoding
import PlayheadValues

/// Opens a log with its indexes, and reads the frames that no index lists.
enum LogOpening {
  /// Scans the log. Throws if it is not a log, or if nothing is readable.
  static func scan(_ source: any LogSource, _ name: String) throws(ReadingError) -> LogScan {
    guard source.size > 0 else { throw .empty(path: name) }
    let fault = try checkStart(of: source, name)
    var scan = LogScan(source)
    for section in try IndexChain.sections(of: source) where !scan.isOver {
      try scan.add(section)
    }
    if let fault, !scan.index.frames.contains(where: { !$0.kinds.isEmpty }) { throw fault }
    return scan
  }

  /// Checks the first frame. The returned error counts only if no frames of a log follow.
  private static func checkStart(
    of source: any LogSource, _ name: String
  ) throws(ReadingError) -> ReadingError? {
    let start = try source.read(at: 0, count: 512)
    // A log may be cut within its first four bytes.
    guard start.starts(with: LZ4Frame.magicBytes.prefix(start.count)) else {
      if TarHeader(start) != nil {
        let shard = try Shard(source, path: name)
        if let fault = shard.fault { throw fault }
        throw .shard(path: name, logs: shard.logs.count, first: shard.logs.first?.name)
      }
      let fault = ReadingError.notALog(path: name, looksLike: look(of: start))
      guard look(of: start) == .unknown, try hasRecords(source) else { throw fault }
      return fault
    }
    switch try LogScan.frame(of: source, at: 0, upTo: source.size).frame {
    case .failure(let fault): return .headless(path: name, fault: fault.sentence)
    case .success(let bytes): return try checkFirstFrame(bytes, source, name)
    }
  }

  private static func checkFirstFrame(
    _ bytes: [UInt8], _ source: any LogSource, _ name: String
  ) throws(ReadingError) -> ReadingError? {
    do throws(FrameFault) {
      _ = try bytes.withBytes { bytes throws(FrameFault) in try LZ4Frame.read(bytes) }
    } catch {
      return refusal(of: name, error.sentence)
    }
    var firstKind: RecordKind??
    var version = LogFormat.version
    let fault = RecordStream.forEach(inFrame: bytes) { kind, body throws(ByteFault) in
      if firstKind == nil { firstKind = .some(kind) }
      if kind == .header { version = try LogHeader.version(from: body) }
    }
    if version != LogFormat.version {
      throw .otherVersion(path: name, version: version)
    }
    // The frame is whole, but not a log's first one.
    guard firstKind == .some(.header) else { return .notALog(path: name, looksLike: .lz4) }
    return fault.map { refusal(of: name, $0) }
  }

  private static func refusal(of name: String, _ fault: String) -> ReadingError {
    fault == MemoryLimit.sentence
      ? .tooLarge(path: name) : .headless(path: name, fault: fault)
  }

  /// Whether frames of a log follow another beginning. Searches only the start of a large foreign file.
  private static func hasRecords(_ source: any LogSource) throws(ReadingError) -> Bool {
    let end = try source.read(at: max(0, source.size - 8), count: 8)
    if end == FrameIndex.footerMagicBytes { return true }
    var search = FrameSearch(source)
    // Twice the distance between two indexes.
    let limit = min(source.size, 2 * LogFormat.indexInterval)
    return try search.nextFrame(from: 0, to: limit) != nil
  }

  private static func look(of start: [UInt8]) -> ReadingError.Look {
    if start.starts(with: [0x1F, 0x8B]) { return .gzip }
    // The window may end inside a character, which takes at most four bytes.
    let isText = (0..<4).contains { dropped in
      String(validating: start.dropLast(dropped), as: UTF8.self) != nil
    }
    return isText && !start.contains(0) ? .text : .unknown
  }
}
