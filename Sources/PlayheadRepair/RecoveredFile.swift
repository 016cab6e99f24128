import PlayheadCoding
import PlayheadLog
package
  /// A log that is put together from frames that are there already.
  final class RecoveredFile
{
  private let file: OutputFile
  /// The frames since the last index.
  private var index = FrameIndex()
  private var byteCount = 0
  /// The step that the end's record names, if the last frame with records has one.
  private(set) var end: Step?

  /// Begins a log.
  init(_ file: OutputFile) { self.file = file }

  /// A whole frame, as it is; another log's index is left out.
  func append(_ frame: [UInt8]) throws(LogError) {
    let skippable = try? frame.withUnsafeBytes { try FrameHeader.read($0).skippable }
    if skippable == LogFormat.indexMagic { return }
    var facts = FrameFacts()
    if skippable == nil, MemoryLimit.lifted({ facts.read(frame) }) != nil { return }
    let entry = facts.entry(length: frame.count)
    if !facts.kinds.isEmpty { end = facts.end }
    let types = facts.chunk?.types.map { FrameIndex.TypeCount(type: $0.0, count: $0.1) } ?? []
    try frame.withBytes { bytes throws(LogError) in try append(bytes, entry, types) }
  }

  /// A frame that says which steps are lost.
  func append(_ lost: some Sequence<ClosedRange<Step>>) throws(LogError) {
    let draft = FrameDraft()
    for steps in lost { draft.add(Gap(steps: steps, reason: .damaged)) }
    if !draft.isEmpty { try append(draft) }
  }

  /// The beginning of a log whose own is lost: what is known of it, and no state. That there are `stores`
  /// all the same says that their states are lacking there, and not that there were none.
  func appendBeginning(of header: LogHeader, _ stores: [String], at step: Step) throws {
    var header = header
    header.stores = stores
    let draft = FrameDraft()
    draft.add(header)
    try draft.add(CheckpointDraft(step: step), shapes: [])
    try append(draft)
  }

  /// Says that the recording ended.
  func close(at step: Step, _ moment: Moment) throws(LogError) {
    let draft = FrameDraft()
    draft.add(RecordingEnd(step: step, moment: moment))
    try append(draft)
  }

  /// Gives the log its name, and its length.
  func finish() throws(LogError) -> Int {
    try writeIndex()
    try file.finish()
    return byteCount
  }

  private func append(_ draft: FrameDraft) throws(LogError) {
    let frame = draft.frame()
    try append(frame.bytes.bytes, frame.entry, frame.types)
  }

  private func append(
    _ bytes: UnsafeRawBufferPointer, _ entry: FrameIndex.Entry, _ types: [FrameIndex.TypeCount]
  ) throws(LogError) {
    if index.byteCount >= LogFormat.indexInterval { try writeIndex() }
    try write(bytes)
    index.append(entry)
    for type in types { index.count(type.type, type.count) }
  }

  private func writeIndex() throws(LogError) {
    let frame = ByteBuffer()
    index.append(to: frame)
    try write(frame.bytes)
    index = FrameIndex()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    try file.append(bytes)
    byteCount += bytes.count
  }
}
