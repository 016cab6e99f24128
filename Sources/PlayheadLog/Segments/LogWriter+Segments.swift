import Foundation
package import PlayheadCoding

extension LogWriter {
  /// Ends this file and continues in a new one at `path`. Returns the size of the ended file.
  ///
  /// If this fails, this file continues as before. At every moment the files and the tail together have all
  /// actions. A crash in between leaves a file without an end, which the tail continues.
  package func beginSegment(
    _ beginning: SegmentBeginning, at path: String, on disk: any Disk
  ) throws -> Int {
    let next = try disk.createLog(path, like: self.path)
    let before = (length: file.length, index: index)
    do {
      let first = try beginning.frame()
      try next.append(first.bytes.bytes)
      try next.sync()
      // The next file must be on the disk, with its name, before this one ends.
      disk.syncNames(in: SegmentName.folder(of: path))
      try end(at: beginning.checkpoint.step, beginning.header.start)
      defer { switchFile(to: next, after: first) }
      return length
    } catch {
      truncate(to: before.length)
      index = before.index
      next.close()
      disk.remove(path)
      throw error
    }
  }

  /// Writes the end and the index together.
  private func end(at step: Step, _ moment: Moment) throws {
    let draft = FrameDraft()
    draft.add(RecordingEnd(step: step, moment: moment))
    let frame = draft.frame()
    index.append(frame.entry)
    index.append(to: frame.bytes)
    try appendBytes(frame.bytes.bytes)
    try sync()
  }

  private func switchFile(to next: any LogFile, after first: Frame) {
    let ended = file
    (file, index) = (next, FrameIndex())
    ended.close()
    index.append(first.entry)
    forgetUnsynced()
  }
}

/// The beginning of a log or of another segment: everything that is needed to read it alone.
package struct SegmentBeginning {
  /// The header of the same session, with the names of all stores so far.
  package var header: LogHeader
  /// The registered stores, if they are not all stores in that order.
  package var storeList: StoreList?
  /// The states after the last step before the segment.
  package var checkpoint: CheckpointDraft
  /// The checkpoint's shapes.
  package var shapes: DecodingCore
  /// The part of the tail that earlier segments have.
  package var mark: FlushMark?

  package init(_ header: LogHeader, _ checkpoint: CheckpointDraft, _ shapes: DecodingCore) {
    (self.header, self.checkpoint, self.shapes) = (header, checkpoint, shapes)
  }

  /// The segment's first frame.
  package func frame() throws(ByteFault) -> Frame {
    let draft = FrameDraft()
    draft.add(header)
    if let storeList {
      try draft.add(
        storeList, CheckpointDraft(step: storeList.step), shapes: DecodingCore(shapes: []))
    }
    if let mark { draft.add(mark) }
    try draft.add(checkpoint, shapes: shapes)
    return draft.frame()
  }
}
