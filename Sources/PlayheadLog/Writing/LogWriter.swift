package import PlayheadCoding

/// Writes a log: a first frame with header and initial state, a frame per chunk, and an index at intervals.
/// Not thread-safe.
package final class LogWriter {
  /// Each segment has another file.
  var file: any LogFile
  /// The frames since the last index.
  var index: FrameIndex
  /// Records that wait for the next frame, in a log that a tool writes.
  package let waiting = FrameDraft()
  /// The bytes since the last synchronization; `nil` if the log is not synchronized.
  var unsynced: ByteBuffer?
  /// Whether the last synchronization failed, and so may have dropped these bytes.
  private var lastSyncFailed = false

  package var path: String { file.path }

  /// The log's size in bytes.
  package var length: Int { file.length }

  package var isDeleted: Bool { file.isDeleted }

  /// Writes the first frame of a log into its empty file, or removes the file.
  ///
  /// If the log `isSynced`, the writer keeps frames in memory until they are synchronized, because a failed
  /// synchronization drops them.
  package convenience init(
    _ file: any LogFile, header: LogHeader, checkpoint: CheckpointDraft, shapes: [Shape],
    isSynced: Bool, on disk: any Disk
  ) throws {
    self.init(ofFramesInto: file)
    unsynced = isSynced ? ByteBuffer() : nil
    do {
      try append(SegmentBeginning(header, checkpoint, DecodingCore(shapes: shapes)).frame())
    } catch {
      // Nothing in it would be readable.
      disk.remove(file.path)
      throw error
    }
  }

  /// Writes a log of frames that are made elsewhere.
  package init(ofFramesInto file: any LogFile) {
    (self.file, index) = (file, FrameIndex())
  }

  /// Appends a frame that was made elsewhere.
  package func append(_ frame: Frame) throws(LogError) {
    // Before the frame, so that a failure comes before the frame is in the log.
    if index.byteCount >= LogFormat.indexInterval { try writeIndex() }
    try appendBytes(frame.bytes.bytes)
    index.append(frame.entry)
    index.count(frame.types)
  }

  /// Waits until everything appended would survive a loss of power, including what an earlier attempt failed
  /// to write.
  package func sync() throws(LogError) {
    if lastSyncFailed, let unsynced { try file.writeAgain(unsynced.bytes) }
    lastSyncFailed = true
    try file.sync()
    forgetUnsynced()
  }

  /// Notes that everything appended is on the disk.
  func forgetUnsynced() {
    lastSyncFailed = false
    // A first frame may have many megabytes.
    unsynced?.removeAll(keeping: LogFormat.chunkBytes)
  }

  /// Writes the index of the frames since the last one.
  package func writeIndex() throws(LogError) {
    let frame = ByteBuffer()
    index.append(to: frame)
    try appendBytes(frame.bytes)
    index = FrameIndex()
  }

  func appendBytes(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    try file.append(bytes)
    unsynced?.append(bytes)
  }

  /// Removes the bytes after `length`, if the disk permits.
  func truncate(to length: Int) {
    let more = file.length - length
    guard (try? file.cut(to: length)) != nil, let unsynced else { return }
    unsynced.truncate(to: unsynced.count - more)
  }

  /// Closes the file.
  package func closeFile() { file.close() }
}
