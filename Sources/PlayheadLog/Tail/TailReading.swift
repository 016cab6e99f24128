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

  /// Where a sheet is.
  private struct Place {
    var header: SheetHeader
    var start: Int
    var end: Int
  }

  /// Finds the sheets in the bytes of a tail, where they begin at multiples of `sheetLength`.
  package init(_ bytes: [UInt8], sheetLength: Int = TailFormat.sheetLength) {
    self.bytes = bytes
    sheets = Self.places(in: bytes, sheetLength).sorted { $0.header.number < $1.header.number }
  }

  private static func places(in bytes: [UInt8], _ sheetLength: Int) -> [Place] {
    bytes.withUnsafeBytes { all in
      var places: [Place] = []
      var start = 0
      while start < all.count {
        let rest = UnsafeRawBufferPointer(rebasing: all[start...])
        let header = SheetHeader(rest)
        // A header says nothing that is not checked; its length decides where the next one is.
        let length = max(sheetLength, header?.length ?? 0)
        if let header {
          places.append(Place(header: header, start: start, end: min(start + length, all.count)))
        }
        start += length
      }
      return places
    }
  }

  /// Whether the tail was written by the recording that `session` names, or by none.
  package func belongs(to session: UUID) -> Bool {
    let session = TailFormat.session(session)
    return sheets.allSatisfy { $0.header.session == session }
  }

  /// The frames that a recorder would have written behind the one with `mark`.
  ///
  /// - Parameters:
  ///   - session: The session of the log; sheets of others are passed over.
  ///   - mark: The last one in the log.
  ///   - step: The last step in the log.
  package func frames(of session: UUID, after mark: SealMark?, step: Step) -> TailFrames {
    let session = TailFormat.session(session)
    var result = TailFrames(lastStep: step)
    var frames: [Frame] = []
    let sealer = SheetSealer(after: mark) { frames.append($0) }
    for run in runs(of: session, after: mark) {
      bytes.withUnsafeBytes { bytes in
        for place in run { Self.take(place, of: bytes, sealer, mark, &result) }
      }
      Self.finish(sealer, &result)
    }
    result.frames = frames + result.gaps
    result.lastStep = max(result.lastStep, sealer.lastStep)
    return result
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

  private static func take(
    _ place: Place, of bytes: UnsafeRawBufferPointer, _ sealer: SheetSealer, _ mark: SealMark?,
    _ result: inout TailFrames
  ) {
    let sheet = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
    let isNew = place.header.number >= mark?.sheet ?? 0
    let before = max(result.lastStep, sealer.lastStep)
    // What another sheet began goes on here only if it says so and nothing is missing in between.
    if !place.header.continues || place.header.step > sealer.lastStep { finish(sealer, &result) }
    // Between two sheets nothing is left out without a gap's record.
    if isNew, place.header.step > before {
      result.losses.append(.init(steps: before.next...place.header.step))
    }
    var records = SheetRecords(sheet, seed: place.header.seed)
    var isWhole = false
    do {
      try sealer.take(&records, of: place.header)
      isWhole = SheetProgress(sheet).map { $0.end <= records.position } ?? true
      if isWhole { _ = try sealer.endSheet() }
    } catch {
      sealer.restart()
    }
    result.lastStep = max(result.lastStep, sealer.lastStep)
    guard !isWhole, isNew else { return }
    finish(sealer, &result)
    result.note(lossIn: sheet, of: place.header)
  }

  private static func finish(_ sealer: SheetSealer, _ result: inout TailFrames) {
    do {
      try sealer.finish()
    } catch {
      sealer.restart()
    }
  }
}

/// What a tail gives beyond its log.
package struct TailFrames {
  /// The frames, as the recorder would have written them, and behind them one that tells of the steps
  /// that are lost.
  package fileprivate(set) var frames: [Frame] = []
  /// What of the tail could not be read.
  package fileprivate(set) var losses: [Loss] = []
  /// The last step of log and tail.
  package fileprivate(set) var lastStep: Step

  /// Something that was in the tail and cannot be read.
  package struct Loss: Hashable, Sendable {
    /// The actions; nil if it was none.
    package var steps: ClosedRange<Step>?
  }

  fileprivate var gaps: [Frame] {
    let gaps = FrameDraft()
    for case let steps? in losses.map(\.steps) { gaps.add(Gap(steps: steps, reason: .damaged)) }
    return gaps.isEmpty ? [] : [gaps.frame()]
  }

  /// What a sheet says of itself tells how much is missing; a later sheet's beginning tells it better.
  fileprivate mutating func note(
    lossIn sheet: UnsafeRawBufferPointer, of header: SheetHeader
  ) {
    let last = SheetProgress(sheet).map { header.step.number &+ UInt64($0.actions) } ?? 0
    guard last > lastStep.number, last < LogFormat.stepLimit else { return losses.append(Loss()) }
    losses.append(Loss(steps: lastStep.next...Step(last)))
    lastStep = Step(last)
  }
}

extension TailFormat {
  /// Names a recording in the headers of its sheets.
  package static func session(_ session: UUID) -> UInt64 {
    withUnsafeBytes(of: session.uuid) { XXHash.hash64($0) }
  }
}
