package import Foundation
import PlayheadCoding

extension LogWriter {
  /// Ends the log, gives it the name of an older segment, and goes on in a new file of its name.
  ///
  /// If that cannot be done, an error says so and the log goes on as it was. At every moment there is a
  /// log under its name that with the tail has all actions; a crash in the middle may leave it under
  /// two names, or with an end behind which the tail goes on, or leave the beginning of a segment that
  /// nobody needs.
  ///
  /// - Returns: How many bytes the ended log has.
  package func beginSegment(
    _ beginning: SegmentBeginning, naming number: Int, on disk: any Disk
  ) throws -> Int {
    let nextPath = SegmentName.nextPath(of: path)
    try disk.checkNext(of: path, beginning.header.session)
    disk.remove(nextPath)
    let next = try disk.createLog(nextPath, like: path)
    let before = (length: file.length, index: index)
    do {
      let first = try beginning.frame()
      try next.append(first.bytes.bytes)
      // Its name must not get to the disk before it does.
      try next.sync()
      try end(at: beginning.checkpoint.step, beginning.header.start)
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

  /// Goes on in a new file of its name, because the log was deleted; of what that had, nothing is in it.
  package func beginAgain(_ beginning: SegmentBeginning, on disk: any Disk) throws {
    disk.makeFolder(of: path)
    let next = try disk.createLog(path)
    do {
      let first = try beginning.frame()
      try next.append(first.bytes.bytes)
      if unsynced != nil { try next.sync() }
      goOn(in: next, behind: first)
    } catch {
      next.close()
      disk.remove(path)
      throw error
    }
  }

  /// Writes the end and the index in one go.
  private func end(at step: Step, _ moment: Moment) throws {
    let draft = FrameDraft()
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
  /// Gives the file at `path` another name and puts the one at `next` in its place.
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

  /// Gives a file a second name, or another one on a file system without second names, which leaves
  /// nothing at `path` for a moment. Returns which of both.
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

  /// Throws `exists` if the next segment of the log at `path` cannot be made because another file has its
  /// name: one that no recorder of this session has left there.
  package func checkNext(of path: String, _ session: UUID?) throws(LogError) {
    let next = SegmentName.nextPath(of: path)
    guard let source = try? source(of: next) else { return }
    if try LogContinuation.isUnbegun(source) { return }
    guard let session, let log = try? LogReader(source, name: next), log.hasHeader,
      log.header.session == session
    else { throw .exists(path: next) }
  }

  /// Gives the log its name if its recorder was stopped when no file had it: then there is an older segment
  /// of its session.
  package func settleName(of path: String) throws(LogError) {
    let next = SegmentName.nextPath(of: path)
    guard let source = try? source(of: next), (try? self.source(of: path)) == nil,
      let log = try? LogReader(source, name: next), log.hasHeader,
      !OlderSegment.all(of: path, session: log.header.session, on: self).isEmpty
    else { return }
    // The process that has it locked is about to do that.
    let file = try openLog(next)
    defer { file.close() }
    try move(next, to: path)
  }
}
