import PlayheadCoding
import PlayheadFiles
import PlayheadLog

/// A log that is put together from frames that are there already.
package final class RecoveredFile {
  private let file: OutputFile
  private let log: LogWriter
  /// The step that the end's record names, if the last frame with records has one.
  private(set) var end: Step?

  /// Begins a log.
  init(_ file: OutputFile) {
    self.file = file
    log = LogWriter(ofFramesInto: file)
  }

  /// A whole frame, as it is; another log's index is left out.
  func append(_ frame: [UInt8]) throws(LogError) {
    let skippable = try? frame.withUnsafeBytes { try FrameHeader.read($0).skippable }
    if skippable == LogFormat.indexMagic { return }
    var facts = FrameFacts()
    if skippable == nil, MemoryLimit.lifted({ facts.read(frame) }) != nil { return }
    let entry = facts.entry(length: frame.count)
    if !facts.kinds.isEmpty { end = facts.end }
    let types = facts.chunk?.types.map { FrameIndex.TypeCount(type: $0.0, count: $0.1) } ?? []
    let bytes = ByteBuffer(capacity: frame.count)
    bytes.append(frame)
    try log.append(Frame(bytes: bytes, entry: entry, types: types))
  }

  /// A frame that says which steps are lost.
  func append(_ lost: some Sequence<ClosedRange<Step>>) throws(LogError) {
    let draft = FrameDraft()
    for steps in lost { draft.add(Gap(steps: steps, reason: .damaged)) }
    if !draft.isEmpty { try log.append(draft.frame()) }
  }

  /// The beginning of a log whose own is lost: what is known of it, and no state. That there are `stores`
  /// all the same says that their states are lacking there, and not that there were none.
  func appendBeginning(of header: LogHeader, _ stores: [String], at step: Step) throws {
    var header = header
    header.stores = stores
    let draft = FrameDraft()
    draft.add(header)
    try draft.add(CheckpointDraft(step: step), shapes: [])
    try log.append(draft.frame())
  }

  /// Says that the recording ended.
  func close(at step: Step, _ moment: Moment) throws(LogError) {
    let draft = FrameDraft()
    draft.add(RecordingEnd(step: step, moment: moment))
    try log.append(draft.frame())
  }

  /// Gives the log its name, and its length.
  func finish() throws(LogError) -> Int {
    try log.writeIndex()
    let count = log.length
    try file.finish()
    return count
  }
}
