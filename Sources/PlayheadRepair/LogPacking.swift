import PlayheadCoding
package import PlayheadReading
import PlayheadLog

/// Writes a log as small as it can be.
///
/// Keeps everything in order: notes, gaps, digests, states, and records and skippable frames that this
/// version does not know. Memory does not grow with the log.
package struct LogPacking {
  private let log: LogReader

  /// Throws `RewriteError` if the log is damaged or was not closed.
  package init(_ log: LogReader) throws {
    self.log = log
    try log.requireWhole()
  }

  /// Writes the small log to `path`, which must not exist yet, and checks it; returns its size. Throws
  /// `RewriteError`. `progress` gets the number of bytes read so far.
  package func write(
    to path: String, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Int {
    let file = try OutputFile(fileAt: path, mode: log.mode)
    let size = try write(into: file, progress: progress)
    try file.finish()
    return size
  }

  /// Writes the small log into a file that does not have its name yet.
  package func write(
    into file: OutputFile, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Int {
    let rewriter = LogRewriter(file)
    try log.forEachFrame { frame, end in
      switch frame {
      case .index: break
      case .skippable(let bytes): try rewriter.append(skippable: bytes)
      case .records(let content):
        try content.withUnsafeBytes { content in
          var stream = RecordStream(content)
          while let (kind, body) = try stream.nextNumbered() { try rewriter.append(kind, body) }
        }
        try rewriter.endInputFrame()
      }
      try progress(end)
    }
    try rewriter.finish()
    try file.requireSound(madeOf: log.name)
    return rewriter.byteCount
  }
}
