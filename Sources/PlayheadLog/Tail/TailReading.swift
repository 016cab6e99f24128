package import Foundation
import PlayheadCoding

/// What a tail holds that the log has not: found in the bytes of the tail, whether its app has crashed
/// or goes on writing.
///
/// Nothing in the bytes can trap, and what is made of them takes at most a fixed number of times their
/// size. Read the tail's bytes before the log's: what is flushed in between is then in both, and
/// `frames(of:after:)` leaves it out.
package struct TailReading {
  private let bytes: [UInt8]
  private var pages: [Place] = []
  /// Where a page's header is to be and is damaged: nobody knows what those pages had.
  private var damaged: [Int] = []

  /// Where a page is.
  private struct Place {
    var header: PageHeader
    var start: Int
    var end: Int
  }

  /// Finds the pages in the bytes of a tail, where they begin at multiples of `pageLength`.
  package init(_ bytes: [UInt8], pageLength: Int = TailFormat.pageLength) {
    self.bytes = bytes
    pages = places(pageLength).sorted { $0.header.number < $1.header.number }
  }

  /// All bytes of a tail. Only a forged tail has more than a reader may take.
  static func bytes(of source: any LogSource) throws(LogError) -> [UInt8] {
    guard source.size <= MemoryLimit.bytes else {
      throw .tooLarge(path: (source as? FileSource)?.path ?? "the tail")
    }
    return try source.read(at: 0, count: source.size)
  }

  private mutating func places(_ pageLength: Int) -> [Place] {
    bytes.withUnsafeBytes { all in
      var places: [Place] = []
      var start = 0
      while start < all.count {
        let rest = UnsafeRawBufferPointer(rebasing: all[start...])
        let header = Self.header(rest)
        let end = min(start + Self.length(of: rest, header, pageLength), all.count)
        if let header {
          places.append(Place(header: header, start: start, end: end))
        } else if !PageHeader.isFree(UnsafeRawBufferPointer(rebasing: all[start..<end])) {
          damaged.append(start)
        }
        start = end
      }
      return places
    }
  }

  /// The header of a page, be it with a damaged byte; nil if there is none.
  static func header(_ page: UnsafeRawBufferPointer) -> PageHeader? {
    PageHeader(page) ?? PageHeader(mending: page)
  }

  /// How far behind a page's start the next begins. A header says nothing that is not checked.
  static func length(
    of page: UnsafeRawBufferPointer, _ header: PageHeader?, _ pageLength: Int
  ) -> Int {
    max(pageLength, header?.length ?? PageHeader.lengthGivenBack(page) ?? 0)
  }

  /// Whether these bytes are at `start`.
  func has(_ some: ArraySlice<UInt8>, at start: Int) -> Bool {
    start < bytes.count && bytes[start...].starts(with: some)
  }

  /// Leaves out the pages from a number on, if there is one, and all in other places than these.
  mutating func keepPages(before end: UInt64?, at starts: Set<Int>) {
    pages.removeAll { page in
      end.map { page.header.number >= $0 } == true || !starts.contains(page.start)
    }
    damaged.removeAll { !starts.contains($0) }
  }

  /// Whether the tail was written by the recording that `session` names, or by none.
  package func belongs(to session: UUID) -> Bool {
    let session = TailFormat.session(session)
    return pages.allSatisfy { $0.header.session == session }
  }

  /// Whether the file is not a tail: it has neither a page nor a free one where one may begin, and has other bytes than
  /// the zeros that a loss of power may leave. Only the first bytes of each page are read, because a foreign file may be
  /// larger than the memory.
  package static func isForeign(
    _ source: any LogSource, pageLength: Int = TailFormat.pageLength
  ) throws(LogError) -> Bool {
    var hasContent = false
    for start in stride(from: 0, to: source.size, by: pageLength) {
      let bytes = try source.read(at: start, count: TailFormat.markLength)
      if TailFormat.isMark(bytes) || bytes.withUnsafeBytes({ header($0) != nil }) { return false }
      hasContent = hasContent || !bytes.allSatisfy { $0 == 0 }
    }
    return hasContent
  }

  /// The lowest number of a page that has content.
  var firstPage: UInt64 { pages.first?.header.number ?? .max }

  /// Whether a page of it has content.
  package var hasContent: Bool { !pages.isEmpty }

  /// Whether no page of it has content, or ever had, for all that can be told.
  package var isEmpty: Bool { pages.isEmpty && damaged.isEmpty }

  /// What stands for the recording of all its pages; nil if there is none.
  var session: UInt64? {
    guard let session = pages.first?.header.session else { return nil }
    return pages.allSatisfy { $0.header.session == session } ? session : nil
  }

  /// The frames that a recorder would have written behind the one with `mark`.
  ///
  /// - Parameters:
  ///   - session: The session of the log; pages of others are passed over.
  ///   - mark: The last one in the log.
  ///   - step: The last step in the log.
  package func frames(of session: UUID, after mark: FlushMark?, step: Step) -> TailFrames {
    frames(of: TailFormat.session(session), after: mark, step: step)
  }

  /// The same, where only what stands for the session is known.
  func frames(of session: UInt64, after mark: FlushMark?, step: Step) -> TailFrames {
    let flushing = PageRecovery(after: mark, step)
    if !damaged.isEmpty { flushing.noteLostPage() }
    bytes.withUnsafeBytes { bytes in
      for run in runs(of: session, after: mark) {
        flushing.beginRun()
        for place in run {
          let page = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
          flushing.take(page, place.header)
        }
      }
    }
    return flushing.end()
  }

  /// Pages that follow each other; those that the log has are among them where others continue them.
  private func runs(of session: UInt64, after mark: FlushMark?) -> [[Place]] {
    var runs: [[Place]] = []
    for place in pages where place.header.session == session {
      if let last = runs.last?.last, place.header.number == last.header.number &+ 1 {
        runs[runs.count - 1].append(place)
      } else if runs.last?.last?.header.number != place.header.number {
        runs.append([place])
      }
    }
    return runs.filter { ($0.last?.header.number ?? 0) >= mark?.page ?? 0 }
  }
}

extension TailFormat {
  /// Names a recording in the headers of its pages.
  package static func session(_ session: UUID) -> UInt64 {
    withUnsafeBytes(of: session.uuid) { XXHash.hash64($0) }
  }
}
