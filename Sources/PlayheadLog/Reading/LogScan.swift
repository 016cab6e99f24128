import PlayheadCoding

/// A walk over a log's frames from the start, which finds out what an index would have said.
struct LogScan {
  private(set) var index = FrameIndex()
  private(set) var offset = 0
  private var session: LogHeader?
  /// Whether no frame of another recording was met.
  private(set) var isOfOneRecording = true

  var lastStep: Step { index.frames.last { $0.count > 0 }?.steps?.upperBound ?? .initial }

  /// Takes in the frame at `offset` and goes on behind it; says what is wrong with it, or nil.
  mutating func takeFrame(of source: any LogSource) throws(LogError) -> String? {
    let bytes: [UInt8]
    switch try Self.frame(of: source, at: offset) {
    case .success(let frame): bytes = frame
    case .failure(let fault): return fault.sentence
    }
    if Self.isSkippable(bytes) {
      index.frames.append(.init(length: bytes.count, kinds: []))
    } else if let fault = takeRecords(of: bytes) {
      return fault
    }
    offset += bytes.count
    return nil
  }

  /// Passes over the damaged frame at `offset`, which is as long as `entry` says or else as its blocks
  /// do; false if no other frame begins there.
  mutating func skipFrame(
    of source: any LogSource, as entry: FrameIndex.Entry?
  ) throws(LogError) -> Bool {
    let skipped: FrameIndex.Entry
    if let entry {
      skipped = entry
    } else if case .success(let bytes) = try Self.frame(of: source, at: offset) {
      skipped = .init(length: bytes.count, kinds: [])
    } else {
      return false
    }
    let next = try source.read(at: offset + skipped.length, count: FrameHeader.longest)
    do throws(FrameFault) {
      if !next.isEmpty {
        _ = try next.withBytes { bytes throws(FrameFault) in try FrameHeader.read(bytes) }
      }
    } catch {
      // Where an index says that a frame begins, one does, whatever became of it.
      guard entry != nil else { return false }
    }
    index.frames.append(skipped)
    offset += skipped.length
    return true
  }

  private mutating func takeRecords(of bytes: [UInt8]) -> String? {
    var entry = FrameIndex.Entry(length: bytes.count, kinds: [])
    var heads: [ChunkHead] = []
    var header: LogHeader?
    let fault = RecordStream.forEach(inFrame: bytes) { kind, body throws(ByteFault) in
      guard let kind else { return }
      entry.kinds.insert(.of(kind))
      if kind == .header { header = try LogHeader(from: body) }
      if let head = try ChunkHead.read(kind, body) { heads.append(head) }
    }
    if let fault { return fault }
    if let header, let session, header.session != session.session {
      isOfOneRecording = false
      return "another recording begins here"
    }
    session = session ?? header
    if let head = heads.first {
      guard heads.count == 1, head.firstStep > lastStep else {
        return "its steps do not follow those before it"
      }
      entry.firstStep = head.firstStep.number
      entry.count = head.count
      count(head)
    }
    index.frames.append(entry)
    return nil
  }

  private mutating func count(_ head: ChunkHead) {
    var counts = [Int](repeating: 0, count: head.types.count)
    for type in head.typeColumn { counts[Int(type)] += 1 }
    for (type, count) in zip(head.types, counts) where count > 0 { index.count(type, count) }
  }

  private static func isSkippable(_ bytes: [UInt8]) -> Bool {
    (try? bytes.withUnsafeBytes { try FrameHeader.read($0) })?.skippable != nil
  }

  /// The bytes of the whole frame at `offset`.
  static func frame(
    of source: any LogSource, at offset: Int
  ) throws(LogError) -> Result<[UInt8], FrameFault> {
    // Most frames are far shorter; a longer one is read again in a window of twice the size.
    var window = 256 << 10
    while true {
      let bytes = try source.read(at: offset, count: window)
      let isAll = offset + window >= source.size
      do throws(FrameFault) {
        let length = try bytes.withBytes { bytes throws(FrameFault) in
          try LZ4Frame.length(bytes)
        }
        return .success(Array(bytes[..<length]))
      } catch {
        guard error == .cut, !isAll else { return .failure(error) }
      }
      window *= 2
    }
  }
}
