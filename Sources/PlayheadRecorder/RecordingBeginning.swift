import Foundation
import PlayheadCoding
import PlayheadLog

/// The files of a recording that begins.
struct RecordingBeginning {
  let disk: any Disk
  /// The log's path, without symbolic links.
  let path: String
  private let pageLength: Int

  /// Throws `exists` if a file has a name that the recording needs.
  init(
    _ path: String, stores: [String], _ retention: Retention, on disk: any Disk, pageLength: Int
  ) throws(LogError) {
    let path = LogFormat.place(of: path)
    (self.path, self.disk, self.pageLength) = (path, disk, pageLength)
    if let twice = Dictionary(grouping: stores, by: \.self).first(where: { $1.count > 1 })?.key {
      throw .unwritable(path: path, reason: .content("two stores are called '\(twice)'"))
    }
    let tail = LogFormat.tailPath(of: path)
    let segment = retention.hasSegments ? SegmentName.next(of: path, on: disk) : nil
    for name in [path, tail, segment].compactMap(\.self) where disk.size(of: name) != nil {
      throw .exists(path: name)
    }
  }

  /// Makes the log, which keeps other recorders out, and its tail, and writes header and first states: without a tail,
  /// a log that is not closed may lack actions.
  func files(
    _ header: LogHeader, _ checkpoint: CheckpointDraft, shapes: [Shape], isSynced: Bool
  ) throws -> (PagePool, LogWriter) {
    let file = try disk.createLog(path, like: nil)
    let pool = PagePool(
      LogFormat.tailPath(of: path), like: path, on: disk, pageLength: pageLength)
    do {
      let writer = try LogWriter(
        file, header: header, checkpoint: checkpoint, shapes: shapes, isSynced: isSynced, on: disk)
      return (pool, writer)
    } catch {
      pool.close(removing: true)
      throw error
    }
  }
}

/// Replaces the state of a recorded store that the app no longer has.
struct AbsentState: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension URL {
  /// The path of the file, with all its bytes.
  func logPath() throws(LogError) -> String {
    let path = withUnsafeFileSystemRepresentation { $0.map { FileName.text(of: $0) } }
    if isFileURL, let path { return path }
    throw .unwritable(path: absoluteString, reason: .content("it is not the URL of a file"))
  }
}
