package import Foundation

/// A segment of a recording that goes on in another file.
package struct OlderSegment {
  /// Its place among the others.
  package let number: Int
  /// Where it is.
  package let path: String
  let source: any LogSource

  /// The older segments of the log at `path`, in order. What is not of its session is none of them;
  /// what is damaged is.
  package static func all(
    of path: String, session: UUID, on disk: any Disk
  ) throws(LogError) -> [OlderSegment] {
    var segments: [OlderSegment] = []
    for number in numbers(of: path, on: disk) {
      let segment = SegmentName.path(of: number, of: path)
      // It may just have been deleted.
      guard let source = try? disk.source(of: segment) else { continue }
      let found = OlderSegment(number: number, path: segment, source: source)
      if found.belongs(to: session) { segments.append(found) }
    }
    return segments
  }

  /// The numbers of the files beside `path` that are named as its older segments are.
  package static func numbers(of path: String, on disk: any Disk) -> [Int] {
    disk.names(in: SegmentName.folder(of: path))
      .compactMap { SegmentName.number(of: $0, of: path) }.sorted()
  }

  /// How many bytes it has.
  package var byteCount: Int { source.size }

  /// The step with whose state it begins; nil if that cannot be read.
  package var initialStep: Step? { log.flatMap { $0.hasHeader ? $0.initialStep : nil } }

  /// When it begins, by the monotonic clock; nil if that cannot be read.
  package var start: Int64? { log.flatMap { $0.hasHeader ? $0.header.start.monotonic : nil } }

  private var log: LogReader? { try? LogReader(source, name: path) }

  private func belongs(to session: UUID) -> Bool {
    guard let log, log.hasHeader else { return true }
    return log.header.session == session
  }
}
