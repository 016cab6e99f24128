package import Foundation

/// A segment of a recording that goes on in another file.
package struct OlderSegment {
  /// Its place among the others.
  package let number: Int
  /// Where it is.
  package let path: String
  /// The step with whose state it begins; nil if that cannot be read.
  package let initialStep: Step?
  /// When it begins, by the monotonic clock; nil if that cannot be read.
  package let start: Int64?
  package let source: any LogSource
  private let session: UUID?

  /// Whether it says itself that it is one of this recording; what is damaged may be anybody's.
  package var isCertain: Bool { session != nil }

  /// How many bytes it has.
  package var byteCount: Int { source.size }

  private init(number: Int, path: String, _ source: any LogSource) {
    (self.number, self.path, self.source) = (number, path, source)
    let log = try? LogReader(source, name: path)
    let readable = log.flatMap { $0.hasHeader ? $0 : nil }
    initialStep = readable?.initialStep
    start = readable?.header.start.monotonic
    session = readable?.header.session
  }
}

extension OlderSegment {
  /// The older segments of the log at `path`, in order. What is another session's is none of them; what
  /// is damaged is.
  package static func all(of path: String, session: UUID, on disk: any Disk) -> [OlderSegment] {
    numbers(of: path, on: disk).compactMap { number in
      let segment = SegmentName.path(of: number, of: path)
      // It may just have been deleted.
      guard let source = try? disk.source(of: segment) else { return nil }
      let found = OlderSegment(number: number, path: segment, source)
      return found.session ?? session == session ? found : nil
    }
  }

  /// The numbers of the files beside `path` that are named as its older segments are.
  package static func numbers(of path: String, on disk: any Disk) -> [Int] {
    SegmentName.numbers(among: disk.names(in: SegmentName.folder(of: path)), of: path)
  }
}
