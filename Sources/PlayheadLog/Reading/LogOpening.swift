import PlayheadCoding

/// How a log is opened: its header, then its index, or else all of it.
enum LogOpening {
  /// The header, which is in the first frame, or why this is no log.
  static func header(of source: any LogSource, _ name: String) throws(LogError) -> LogHeader {
    guard source.size > 0 else { throw .empty(path: name) }
    let start = try source.read(at: 0, count: 512)
    // A log that was cut within its first four bytes is one all the same.
    guard start.starts(with: [0x04, 0x22, 0x4D, 0x18].prefix(start.count)) else {
      throw .notALog(path: name, looksLike: look(of: start))
    }
    var header: LogHeader?
    var version: UInt64 = 0
    var firstKind: RecordKind??
    let fault = RecordStream.forEach(inFrame: try firstFrame(of: source, name)) {
      (kind, body) throws(ByteFault) in
      if firstKind == nil { firstKind = .some(kind) }
      guard kind == .header, firstKind == .header, header == nil else { return }
      version = try LogHeader.version(from: body)
      if version <= LogFormat.version { header = try LogHeader(from: body) }
    }
    guard version <= LogFormat.version else {
      throw .newer(path: name, version: version, known: LogFormat.version)
    }
    if let header { return header }
    // The frame is whole: what it holds was never a log's.
    guard let fault, firstKind == .header else { throw .notALog(path: name, looksLike: .lz4) }
    throw .headless(path: name, fault: fault)
  }

  /// The bytes of the frame at the start, whose checksums are right.
  private static func firstFrame(
    of source: any LogSource, _ name: String
  ) throws(LogError) -> [UInt8] {
    switch try LogScan.frame(of: source, at: 0) {
    case .failure(let fault):
      throw .headless(path: name, fault: fault.sentence)
    case .success(let bytes):
      do throws(FrameFault) {
        _ = try bytes.withBytes { bytes throws(FrameFault) in try LZ4Frame.read(bytes) }
        return bytes
      } catch {
        throw .headless(path: name, fault: error.sentence)
      }
    }
  }

  private static func look(of start: [UInt8]) -> LogError.Look {
    if start.starts(with: [0x1F, 0x8B]) { return .gzip }
    if start.starts(with: [0x02, 0x21, 0x4C, 0x18]) { return .legacyLZ4 }
    // The window may end in the middle of a character, which takes at most four bytes.
    let isText = (0..<4).contains { dropped in
      String(validating: start.dropLast(dropped), as: UTF8.self) != nil
    }
    return isText && !start.contains(0) ? .text : .unknown
  }

  // MARK: Index

  /// The index at the end of the file, if there is one and it covers the whole file.
  static func index(of source: any LogSource) throws(LogError) -> FrameIndex? {
    let footer = try source.read(
      at: source.size - LogFormat.footerLength, count: LogFormat.footerLength)
    guard let length = footer.withUnsafeBytes({ FrameIndex.length(footer: $0) }),
      length < source.size
    else { return nil }
    let frame = try source.read(at: source.size - length, count: length)
    guard let index = frame.withUnsafeBytes({ try? FrameIndex(frame: $0) }),
      index.covers(source.size - length), index.countsAllActions
    else { return nil }
    return index
  }

  /// The index as the frames themselves give it, up to the first that cannot be read.
  static func rebuildIndex(
    of source: any LogSource, _ name: String
  ) throws(LogError) -> (FrameIndex, LogError.Damage?) {
    var scan = LogScan()
    while scan.offset < source.size {
      guard let fault = try scan.takeFrame(of: source) else { continue }
      let damage = LogError.Damage(
        path: name, frame: scan.index.frames.count, offset: scan.offset, fault: fault,
        steps: nil, lastWhole: scan.lastStep)
      return (scan.index, damage)
    }
    return (scan.index, nil)
  }
}

extension FrameIndex {
  /// Whether the frames add up to `length` bytes and their steps only go up.
  func covers(_ length: Int) -> Bool {
    var total = 0
    var last: UInt64 = 0
    for frame in frames {
      let (sum, overflow) = total.addingReportingOverflow(frame.length)
      guard !overflow else { return false }
      total = sum
      guard frame.count > 0 else { continue }
      guard frame.firstStep > last else { return false }
      last = frame.firstStep + UInt64(frame.count) - 1
    }
    return total == length && !frames.isEmpty
  }

  /// Whether the types' counts add up to the frames'.
  var countsAllActions: Bool {
    // Steps rise and stay below 2⁶³, and so do the frames' counts together.
    var rest = frames.reduce(0) { $0 + $1.count }
    for type in types {
      guard type.count <= rest else { return false }
      rest -= type.count
    }
    return rest == 0
  }
}
