package import PlayheadCoding

/// Writes a log: a first frame with header and initial state, a frame per chunk, and now and then an index. Not safe for
/// use from several threads at once.
package final class LogWriter {
  /// Another one with each segment.
  var file: any LogFile
  /// The frames since the last index.
  var index: FrameIndex
  /// Records that wait for the next frame.
  private let waiting = FrameDraft()
  /// What was appended since the last synchronization; nil if there are to be none.
  var unsynced: ByteBuffer?
  /// Whether the last one failed, and so may have dropped that.
  private var isDoubtful = false

  /// Where the log goes.
  package var path: String { file.path }

  /// How many bytes it has.
  package var length: Int { file.length }

  /// Whether its file was deleted.
  package var isDeleted: Bool { file.isDeleted }

  /// Writes the first frame of a log into its empty file, or removes the file.
  ///
  /// A log that `isSynced` keeps frames in memory until they are synchronized, because a failed synchronization drops them.
  package convenience init(
    _ file: any LogFile, header: LogHeader, checkpoint: CheckpointDraft, shapes: [Shape],
    isSynced: Bool, on disk: any Disk
  ) throws {
    do {
      try self.init(
        file, FrameIndex(), isSynced: isSynced, header: header, gap: nil, storeList: nil,
        checkpoint: checkpoint, shapes: shapes)
    } catch {
      // Nothing of it could be read.
      disk.remove(file.path)
      throw error
    }
  }

  /// Writes a log of frames that are made elsewhere.
  package init(ofFramesInto file: any LogFile) {
    (self.file, index) = (file, FrameIndex())
  }

  /// Appends a skippable frame.
  package func append(skippable frame: UnsafeRawBufferPointer) throws(LogError) {
    try put(frame)
    index.append(.init(length: frame.count, kinds: []))
  }

  /// Writes the first frame of a log, or of another part of one, behind the frames of `index`, which no index in the file
  /// lists.
  package init(
    _ file: any LogFile, _ index: FrameIndex, isSynced: Bool, header: LogHeader, gap: Gap?,
    storeList: StoreList?, checkpoint: CheckpointDraft, shapes: [Shape]
  ) throws {
    self.file = file
    self.index = index
    unsynced = isSynced ? ByteBuffer() : nil
    waiting.add(header)
    if let gap { waiting.add(gap) }
    if let list = storeList { try waiting.add(list, CheckpointDraft(step: list.step), shapes: []) }
    try write(checkpoint, shapes: shapes)
  }

  /// Keeps a note for the next frame.
  package func add(_ note: Note) { waiting.add(note) }

  /// Keeps a gap for the next frame.
  package func add(_ gap: Gap) { waiting.add(gap) }

  /// Keeps digests for the next frame.
  package func add(_ digests: StateDigests) { waiting.add(digests) }

  /// Keeps a store list with all names so far, and the states of the stores that arrived, for the next frame. Large records
  /// do not wait.
  package func add(_ storeList: StoreList, _ states: CheckpointDraft, shapes: [Shape]) throws {
    try waiting.add(storeList, states, shapes: shapes)
    if waiting.isLarge { try append(waiting.frame()) }
  }

  /// Writes a frame with the state at a step, and what waits.
  package func write(_ checkpoint: CheckpointDraft, shapes: [Shape]) throws {
    try waiting.add(checkpoint, shapes: shapes)
    try append(waiting.frame())
  }

  /// Writes a frame with a chunk, and what waits.
  package func write(_ draft: ChunkDraft, _ names: ChunkDraft.Names) throws {
    guard draft.count > 0 else { return }
    try append(waiting.frame(of: draft, names))
  }

  /// Appends a frame that was made elsewhere.
  package func append(_ frame: Frame) throws(LogError) {
    // In front of the frame, so that if it fails, it does so before the frame is in the log.
    if index.byteCount >= LogFormat.indexInterval { try writeIndex() }
    try put(frame.bytes.bytes)
    index.append(frame.entry)
    index.count(frame.types)
  }

  /// Waits until everything appended would survive a loss of power, including what an earlier attempt failed to write.
  package func sync() throws(LogError) {
    if isDoubtful, let unsynced { try file.writeAgain(unsynced.bytes) }
    isDoubtful = true
    try file.sync()
    forgetUnsynced()
  }

  /// Notes that all that was appended is on the disk.
  func forgetUnsynced() {
    isDoubtful = false
    // A first frame may have been of many megabytes.
    unsynced?.removeAll(keeping: LogFormat.chunkBytes)
  }

  /// Ends the log: what waits, the end's record, the index.
  package func close(at step: Step, _ moment: Moment) throws {
    waiting.add(RecordingEnd(step: step, moment: moment))
    try append(waiting.frame())
    try writeIndex()
  }

  /// Writes the index of the frames since the last one.
  package func writeIndex() throws(LogError) {
    let frame = ByteBuffer()
    index.append(to: frame)
    try put(frame.bytes)
    index = FrameIndex()
  }

  /// Appends bytes.
  func put(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    try file.append(bytes)
    unsynced?.append(bytes)
  }

  /// Takes off what is behind `length`, as far as the disk lets it.
  func takeBack(to length: Int) {
    let more = file.length - length
    guard (try? file.cut(to: length)) != nil, let unsynced else { return }
    unsynced.truncate(to: unsynced.count - more)
  }

  /// Lets go of the file.
  package func letGo() { file.close() }
}
