package import PlayheadLog
package import Foundation
import PlayheadCoding
import PlayheadValues

/// The records that a tail has beyond its log, whether the app has crashed or is still recording.
///
/// No bytes can trap the reader, and its work is linear in their number. Read the tail before the log:
/// records that are flushed in between are then in both, and `frames(of:after:step:)` skips them.
package struct TailReading {
  private let bytes: [UInt8]
  private let pageLength: Int
  private var pages: [Page] = []
  /// The offsets of pages with damaged headers and unknown content.
  private var damaged: [Int] = []
  /// The number of the first page that the bytes may lack; `nil` if they are complete.
  private var end: UInt64?

  /// The place of a page.
  private struct Page {
    var header: PageHeader
    var start: Int
  }

  /// Finds the pages in the bytes of a tail, at multiples of `pageLength`.
  package init(_ bytes: [UInt8], pageLength: Int = TailFormat.pageLength) {
    (self.bytes, self.pageLength) = (bytes, pageLength)
    for start in stride(from: 0, to: bytes.count, by: pageLength) {
      withPage(at: start) { page in
        if let header = PageHeader(page) {
          pages.append(Page(header: header, start: start))
        } else if !PageHeader.isFree(page) {
          damaged.append(start)
        }
      }
    }
    pages.sort { $0.header.number < $1.header.number }
  }

  private func withPage<Result>(at start: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
  {
    bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[start...].prefix(pageLength)))
    }
  }

  /// All bytes of a tail. Only a forged tail exceeds the memory limit.
  package static func bytes(of source: any LogSource) throws(ReadingError) -> [UInt8] {
    guard source.size <= MemoryLimit.bytes else {
      throw .tooLarge(path: (source as? FileSource)?.path ?? "the tail")
    }
    return try source.read(at: 0, count: source.size)
  }

  /// Whether all pages belong to the recording of `session`.
  package func belongs(to session: UUID) -> Bool {
    let session = TailFormat.session(session)
    return pages.allSatisfy { $0.header.session == session }
  }

  /// The lowest number of a page with content.
  var firstPage: UInt64 { pages.first?.header.number ?? .max }

  /// Whether a page has content.
  package var hasContent: Bool { !pages.isEmpty }

  /// Whether no page has content or a damaged header.
  package var isEmpty: Bool { pages.isEmpty && damaged.isEmpty }

  /// The session of all pages; `nil` if they differ or there are none.
  package var session: UInt64? {
    guard let session = pages.first?.header.session else { return nil }
    return pages.allSatisfy { $0.header.session == session } ? session : nil
  }

  /// The frames that the recorder of `session` would have written after the log's last flush mark and last
  /// step.
  package func frames(of session: UInt64, after mark: FlushMark?, step: Step) -> TailFrames {
    let recovery = PageRecovery(after: mark, step, upTo: end)
    if !damaged.isEmpty { recovery.noteLostPage() }
    for run in runs(of: session, after: mark) {
      recovery.beginRun()
      for place in run { withPage(at: place.start) { recovery.add($0, place.header) } }
    }
    return recovery.end()
  }

  /// Runs of consecutive pages. They include pages that the log has, if others continue these.
  private func runs(of session: UInt64, after mark: FlushMark?) -> [[Page]] {
    var runs: [[Page]] = []
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

// MARK: - Live reading

extension TailReading {
  /// Reads a tail that may be written meanwhile, as of one moment. `nil` if there is none, or no longer: then
  /// the log, which is read afterwards, has everything. `open` opens the file each time, because it may have
  /// grown.
  package init?(
    pageLength: Int = TailFormat.pageLength,
    opening open: () throws(ReadingError) -> (any LogSource)?
  ) throws(ReadingError) {
    guard let source = try open(), source.size > 0 else { return nil }
    let bytes = try Self.bytes(of: source)
    guard let now = try open() else { return nil }
    self.init(bytes, pageLength: pageLength)
    try dropPages(changedUntil: now)
  }

  /// Drops pages that may be incomplete in the copy. Pages are filled in the order of their numbers, and
  /// reused only when the log has them, so a second look at the headers shows:
  ///
  /// - A page that is gone, or has another number now, is in the log. The copy may lack the new page: nothing
  ///   counts from its number on.
  /// - The copy may lack the last records of a page that grew: nothing counts after it.
  private mutating func dropPages(changedUntil now: any LogSource) throws(ReadingError) {
    var unchanged: Set<Int> = []
    for start in stride(from: 0, to: now.size, by: pageLength) {
      let bytes = try now.read(at: start, count: min(TailFormat.headerLength, now.size - start))
      let wasThere = has(bytes.prefix(PageHeader.constantLength), at: start)
      if wasThere { unchanged.insert(start) }
      guard let header = bytes.withUnsafeBytes({ PageHeader($0) }),
        !wasThere || !has(bytes.prefix(PageHeader.progressEnd), at: start)
      else { continue }
      // No page has number 0. A forged page may have the largest number: then none follows it.
      let first = wasThere ? header.number &+ 1 : header.number
      if first > 0 { end = min(end ?? .max, first) }
    }
    pages.removeAll { page in
      end.map { page.header.number >= $0 } == true || !unchanged.contains(page.start)
    }
    damaged.removeAll { !unchanged.contains($0) }
  }

  /// Whether the copy has these bytes at `start`.
  private func has(_ some: ArraySlice<UInt8>, at start: Int) -> Bool {
    start < bytes.count && bytes[start...].starts(with: some)
  }
}
