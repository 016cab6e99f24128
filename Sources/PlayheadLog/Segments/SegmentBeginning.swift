package import PlayheadCoding

/// What another segment of a recording begins with: all that is needed to read it alone.
package struct SegmentBeginning {
  /// The same session; its stores are the names of all stores so far.
  package var header: LogHeader
  /// Which of them are registered, if not all in that order.
  package var storeList: StoreList?
  /// The states after the last step before it.
  package var checkpoint: CheckpointDraft
  /// The checkpoint's shapes.
  package var shapes: [Shape]
  /// What of the tail the segments before it have.
  package var mark: FlushMark?
  /// Why the recording goes on in it, if nobody would know.
  package var note: Note?

  package init(
    header: LogHeader, storeList: StoreList?, checkpoint: CheckpointDraft, shapes: [Shape],
    mark: FlushMark?
  ) {
    self.header = header
    self.storeList = storeList
    self.checkpoint = checkpoint
    self.shapes = shapes
    self.mark = mark
  }

  /// Its first frame.
  func frame() throws(ByteFault) -> Frame {
    let draft = FrameDraft()
    draft.add(header)
    if let storeList {
      try draft.add(storeList, CheckpointDraft(step: storeList.step), shapes: [])
    }
    if let mark { draft.add(mark) }
    if let note { draft.add(note) }
    try draft.add(checkpoint, shapes: shapes)
    return draft.frame()
  }
}
