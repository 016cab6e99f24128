import PlayheadCoding
import PlayheadLog
package
  /// Turns the contents of frames into a file: packed as hard as it goes, with an index behind them.
  ///
  /// A log whose records fit one small block becomes a single frame without an index: the envelope of a
  /// short session would take more than its actions.
  final class FrameWriter
{
  /// A frame of so many bytes is unpacked about as fast as an index is read.
  private static let singleFrameLimit = 64 << 10

  private let file: OutputFile
  private var index = FrameIndex()
  /// Frames that may yet become one.
  private var kept: [Content]? = []
  private var keptBytes = 0
  private(set) var byteCount = 0

  /// What a frame will hold.
  struct Content {
    let records = ByteBuffer()
    var kinds: RecordKinds = []
    /// The steps of its chunk.
    var steps: ClosedRange<Step>?

    /// Appends a record; the number is its kind's.
    mutating func append(_ number: UInt64, _ body: UnsafeRawBufferPointer) {
      records.append(varint: number)
      records.append(sized: body)
      if let kind = RecordKind(rawValue: number) { kinds.insert(.of(kind)) }
    }
  }

  init(_ file: OutputFile) {
    self.file = file
  }

  /// Counts actions for the index.
  func count(_ type: ActionType, _ number: Int) {
    index.count(type, number)
  }

  /// The next frame; one without records is none.
  func append(_ content: Content) throws(LogError) {
    guard content.records.count > 0 else { return }
    guard let kept else { return try write(content) }
    self.kept = kept + [content]
    keptBytes += content.records.count
    let isSecond = content.steps != nil && kept.contains { $0.steps != nil }
    let isOtherPart = content.kinds.contains(.of(.header)) && !kept.isEmpty
    if isSecond || isOtherPart || keptBytes > Self.singleFrameLimit { try release() }
  }

  /// A skippable frame, as it is.
  func append(skippable frame: [UInt8]) throws(LogError) {
    try release()
    try frame.withBytes { (bytes) throws(LogError) in try append(bytes, kinds: [], steps: nil) }
  }

  /// Writes what was kept, and the index.
  func finish() throws(LogError) {
    if let kept, kept.count > 0 {
      return try write(Content(joining: kept).squeezed)
    }
    try release()
    let frame = ByteBuffer()
    index.append(to: frame)
    byteCount += frame.count
    try file.append(frame.bytes)
  }

  private func release() throws(LogError) {
    guard let kept else { return }
    self.kept = nil
    for content in kept { try write(content) }
  }

  private func write(_ content: Content) throws(LogError) {
    let frame = ByteBuffer(capacity: content.records.count)
    LZ4Frame.append(content.records.bytes, level: .high, to: frame)
    try append(frame.bytes, kinds: content.kinds, steps: content.steps)
  }

  private func append(
    _ frame: UnsafeRawBufferPointer, kinds: RecordKinds, steps: ClosedRange<Step>?
  ) throws(LogError) {
    try file.append(frame)
    byteCount += frame.count
    index.append(
      .init(
        length: frame.count, kinds: kinds, firstStep: steps?.lowerBound.number ?? 0,
        count: steps?.count ?? 0))
  }
}

extension FrameWriter.Content {
  /// The records of all squeezed into one, if that takes less than LZ4 would leave of them.
  fileprivate var squeezed: Self {
    let body = ByteBuffer()
    guard Squeeze.append(records.bytes, to: body),
      body.count < LZ4Block.packedSize(of: records.bytes)
    else { return self }
    var content = Self()
    content.append(RecordKind.squeezed.rawValue, body.bytes)
    (content.kinds, content.steps) = (kinds, steps)
    return content
  }

  /// The records of all of them, of which one has a chunk at most.
  fileprivate init(joining contents: [Self]) {
    for content in contents {
      records.append(content.records)
      kinds.formUnion(content.kinds)
      steps = steps ?? content.steps
    }
  }
}
