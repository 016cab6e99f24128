package import Foundation
import PlayheadCoding

/// What a tail holds that the log has not: found in the bytes of the tail, whether its app has crashed
/// or goes on writing.
///
/// Nothing in the bytes can trap, and what is made of them takes at most a fixed number of times their
/// size. Read the tail's bytes before the log's: what is sealed in between is then in both, and
/// `frames(of:after:)` leaves it out.
package struct TailReading {
  private let bytes: [UInt8]
  private var sheets: [Place] = []
  /// Where a sheet's header is to be and is damaged: nobody knows what those sheets had.
  private var damaged: [Int] = []

  /// Where a sheet is.
  private struct Place {
    var header: SheetHeader
    var start: Int
    var end: Int
  }

  /// Finds the sheets in the bytes of a tail, where they begin at multiples of `sheetLength`.
  package init(_ bytes: [UInt8], sheetLength: Int = TailFormat.sheetLength) {
    self.bytes = bytes
    sheets = places(sheetLength).sorted { $0.header.number < $1.header.number }
  }

  /// All bytes of a tail. Only a forged tail has more than a reader may take.
  static func bytes(of source: any LogSource) throws(LogError) -> [UInt8] {
    guard source.size <= MemoryLimit.bytes else {
      throw .tooLarge(path: (source as? FileSource)?.path ?? "the tail")
    }
    return try source.read(at: 0, count: source.size)
  }

  private mutating func places(_ sheetLength: Int) -> [Place] {
    bytes.withUnsafeBytes { all in
      var places: [Place] = []
      var start = 0
      while start < all.count {
        let rest = UnsafeRawBufferPointer(rebasing: all[start...])
        let header = Self.header(rest)
        let end = min(start + Self.length(of: rest, header, sheetLength), all.count)
        if let header {
          places.append(Place(header: header, start: start, end: end))
        } else if !SheetHeader.isFree(UnsafeRawBufferPointer(rebasing: all[start..<end])) {
          damaged.append(start)
        }
        start = end
      }
      return places
    }
  }

  /// The header of a sheet, be it with a damaged byte; nil if there is none.
  static func header(_ sheet: UnsafeRawBufferPointer) -> SheetHeader? {
    SheetHeader(sheet) ?? SheetHeader(mending: sheet)
  }

  /// How far behind a sheet's start the next begins. A header says nothing that is not checked.
  static func length(
    of sheet: UnsafeRawBufferPointer, _ header: SheetHeader?, _ sheetLength: Int
  ) -> Int {
    max(sheetLength, header?.length ?? SheetHeader.lengthGivenBack(sheet) ?? 0)
  }

  /// Whether these bytes are at `start`.
  func has(_ some: ArraySlice<UInt8>, at start: Int) -> Bool {
    start < bytes.count && bytes[start...].starts(with: some)
  }

  /// Leaves out the sheets from a number on, if there is one, and all in other places than these.
  mutating func keepSheets(before end: UInt64?, at starts: Set<Int>) {
    sheets.removeAll { sheet in
      end.map { sheet.header.number >= $0 } == true || !starts.contains(sheet.start)
    }
    damaged.removeAll { !starts.contains($0) }
  }

  /// Whether the tail was written by the recording that `session` names, or by none.
  package func belongs(to session: UUID) -> Bool {
    let session = TailFormat.session(session)
    return sheets.allSatisfy { $0.header.session == session }
  }

  /// Whether the file is not a tail: it has neither a sheet nor a free one where one may begin, and has other bytes than
  /// the zeros that a loss of power may leave. Only the first bytes of each sheet are read, because a foreign file may be
  /// larger than the memory.
  package static func isForeign(
    _ source: any LogSource, sheetLength: Int = TailFormat.sheetLength
  ) throws(LogError) -> Bool {
    var hasContent = false
    for start in stride(from: 0, to: source.size, by: sheetLength) {
      let bytes = try source.read(at: start, count: TailFormat.markLength)
      if TailFormat.isMark(bytes) || bytes.withUnsafeBytes({ header($0) != nil }) { return false }
      hasContent = hasContent || !bytes.allSatisfy { $0 == 0 }
    }
    return hasContent
  }

  /// The lowest number of a sheet that has content.
  var firstSheet: UInt64 { sheets.first?.header.number ?? .max }

  /// Whether a sheet of it has content.
  package var hasContent: Bool { !sheets.isEmpty }

  /// Whether no sheet of it has content, or ever had, for all that can be told.
  package var isEmpty: Bool { sheets.isEmpty && damaged.isEmpty }

  /// What stands for the recording of all its sheets; nil if there is none.
  var session: UInt64? {
    guard let session = sheets.first?.header.session else { return nil }
    return sheets.allSatisfy { $0.header.session == session } ? session : nil
  }

  /// The frames that a recorder would have written behind the one with `mark`.
  ///
  /// - Parameters:
  ///   - session: The session of the log; sheets of others are passed over.
  ///   - mark: The last one in the log.
  ///   - step: The last step in the log.
  package func frames(of session: UUID, after mark: SealMark?, step: Step) -> TailFrames {
    frames(of: TailFormat.session(session), after: mark, step: step)
  }

  /// The same, where only what stands for the session is known.
  func frames(of session: UInt64, after mark: SealMark?, step: Step) -> TailFrames {
    let sealing = TailSealing(after: mark, step)
    if !damaged.isEmpty { sealing.noteLostSheet() }
    bytes.withUnsafeBytes { bytes in
      for run in runs(of: session, after: mark) {
        sealing.beginRun()
        for place in run {
          let sheet = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
          sealing.take(sheet, place.header)
        }
      }
    }
    return sealing.end()
  }

  /// Sheets that follow each other; those that the log has are among them where others continue them.
  private func runs(of session: UInt64, after mark: SealMark?) -> [[Place]] {
    var runs: [[Place]] = []
    for place in sheets where place.header.session == session {
      if let last = runs.last?.last, place.header.number == last.header.number &+ 1 {
        runs[runs.count - 1].append(place)
      } else if runs.last?.last?.header.number != place.header.number {
        runs.append([place])
      }
    }
    return runs.filter { ($0.last?.header.number ?? 0) >= mark?.sheet ?? 0 }
  }
}

extension TailFormat {
  /// Names a recording in the headers of its sheets.
  package static func session(_ session: UUID) -> UInt64 {
    withUnsafeBytes(of: session.uuid) { XXHash.hash64($0) }
  }
}
