import Foundation
package import PlayheadCoding

extension LogWriter {
  /// Ends the log, renames it to an older segment, and continues in a new file with the log's name. Returns
  /// the size of the ended log.
  ///
  /// If this fails, the log continues as before. At every moment log and tail together have all actions. A
  /// crash in between may leave the log under two names, an end that the tail continues, or an unused
  /// beginning of a segment.
  package func beginSegment(
    _ beginning: SegmentBeginning, naming number: Int, on disk: any Disk
  ) throws -> Int {
    let nextPath = SegmentName.nextPath(of: path)
    let next = try disk.createLog(nextPath, like: path)
    let before = (length: file.length, index: index)
    do {
      let first = try beginning.frame()
      try next.append(first.bytes.bytes)
      // The file must be on the disk before its name.
      try next.sync()
      try end(at: beginning.checkpoint.step, beginning.header.start, beginning.gap)
      try disk.keep(path, as: SegmentName.path(of: number, of: path), replacingItBy: nextPath)
      defer { goOn(in: next, behind: first) }
      return length
    } catch {
      takeBack(to: before.length)
      index = before.index
      next.close()
      disk.remove(nextPath)
      throw error
    }
  }

  /// Writes the end and the index together.
  private func end(at step: Step, _ moment: Moment, _ gap: Gap?) throws {
    let draft = FrameDraft()
    if let gap { draft.add(gap) }
    draft.add(RecordingEnd(step: step, moment: moment))
    let frame = draft.frame()
    index.append(frame.entry)
    index.append(to: frame.bytes)
    try put(frame.bytes.bytes)
    try sync()
  }

  private func goOn(in next: any LogFile, behind first: Frame) {
    next.path = path
    file.close()
    (file, index) = (next, FrameIndex())
    index.append(first.entry)
    forgetUnsynced()
  }
}

extension Disk {
  /// Gives the file at `path` another name, and moves the one at `next` to `path`.
  package func keep(_ path: String, as older: String, replacingItBy next: String) throws(LogError) {
    let isLinked = try linkOrMove(path, to: older)
    do throws(LogError) {
      try move(next, to: path)
    } catch {
      if isLinked { remove(older) } else { try? move(older, to: path) }
      throw error
    }
    syncNames(in: SegmentName.folder(of: path))
  }

  /// Links a file to a second name, or renames it if the file system has no links. Returns whether it was
  /// linked.
  func linkOrMove(_ path: String, to other: String) throws(LogError) -> Bool {
    do throws(LogError) {
      try link(path, as: other)
      return true
    } catch {
      if case .exists = error { throw error }
      try move(path, toFreeName: other)
      return false
    }
  }
}

/// The beginning of another segment of a recording: everything that is needed to read the segment alone.
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
  /// The steps before it that were left out, for the end of the segment before.
  package var gap: Gap?

  package init(
    header: LogHeader, storeList: StoreList?, checkpoint: CheckpointDraft,
    shapes: DecodingCore, mark: FlushMark?
  ) {
    self.header = header
    self.storeList = storeList
    self.checkpoint = checkpoint
    self.shapes = shapes
    self.mark = mark
  }

  /// The segment's first frame.
  func frame() throws(ByteFault) -> Frame {
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
