import PlayheadLog
import PlayheadCoding
import PlayheadValues

/// Makes frames from the pages of a tail, as the recorder would have, and finds out what is missing.
///
/// Compares the number of actions in the page headers with the frames, so that no action is lost silently.
final class PageRecovery {
  private let mark: FlushMark?
  /// The last step in the log.
  private let step: Step
  private var flusher: PageFlusher?
  private var frames: [Frame] = []
  /// The last step in any page.
  private var lastStep: Step
  /// The last step that was left out for lack of room, and why.
  private var dropped: (last: Step, reason: GapReason) = (.initial, .overrun)
  /// Whether the last step of the pages is unknown, so that missing steps may be lost or left out.
  private var isEndUnknown = false
  /// The last readable steps before damage in pages.
  private var tears: [Step] = []
  /// Whether the previous page is whole, so that the next one can continue it.
  private var isPreviousWhole = false
  private var hasPrevious = false
  private var hasLostPage = false
  /// The page that begins an incomplete chain.
  private var chainStart: (page: UnsafeRawBufferPointer, header: PageHeader)?
  /// The number of the previous page.
  private var lastNumber: UInt64 = 0
  /// The number of the first page with unknown content; `nil` if all of the tail is known.
  private let limit: UInt64?
  /// The number of frames so far from the page of the log's last frame; `nil` in other pages.
  private var place: UInt64?

  /// Begins after the log's last flush mark and last step. Pages from number `limit` on are unknown.
  init(after mark: FlushMark?, _ step: Step, upTo limit: UInt64?) {
    (self.mark, self.step, lastStep, self.limit) = (mark, step, step, limit)
    // Makes all frames of the page that holds the mark again. Without the page before it, frames have other numbers, so
    // 'keep' decides which of them the log has.
    let before = mark.map { mark in
      FlushMark(page: max(mark.page, 1) - 1, part: .max, session: mark.session)
    }
    flusher = PageFlusher(after: before) { [unowned self] in keep($0) }
  }

  /// Begins with a page that does not follow the previous one.
  func beginRun() {
    finish()
    (hasPrevious, isPreviousWhole) = (false, false)
  }

  /// Notes a page with unknown content.
  func noteLostPage() { hasLostPage = true }

  /// Adds the next page.
  func add(_ page: UnsafeRawBufferPointer, _ header: PageHeader) {
    // A page continues the previous one only if its header says so and nothing is missing in between.
    let continues = header.continues || header.continuesChain
    let lacksChain = header.continuesChain && flusher?.chain == nil
    let goesOn = continues && !lacksChain && isPreviousWhole && header.step <= flushedStep
    if !goesOn { finish() }
    place = header.number == mark?.page ? 0 : nil
    // A recorder begins the first page of a chain before the others.
    if lacksChain, !hasPrevious, header.number > mark?.page ?? 0 { noteTear() }
    let isWhole = read(page, header)
    (hasPrevious, isPreviousWhole, lastNumber) = (true, isWhole, header.number)
    if flusher?.chain == nil {
      chainStart = nil
    } else if chainStart == nil {
      chainStart = (page, header)
    }
    if !isWhole { finish() }
    guard header.number >= mark?.page ?? 0 else { return }
    lastStep = max(lastStep, header.step, flushedStep)
    do {
      if let new = try header.dropped(after: page), new.last > dropped.last { dropped = new }
    } catch {
      noteLostPage()
    }
    if !isWhole { note(tearIn: page, header) }
  }

  private var flushedStep: Step { flusher?.lastStep ?? .initial }

  /// Makes frames of a page. Returns whether the whole page was readable.
  private func read(_ page: UnsafeRawBufferPointer, _ header: PageHeader) -> Bool {
    var records = PageRecords(page, seed: header.seed)
    do {
      try flusher?.read(&records, of: header)
      // The app may have ended while it wrote the page's progress: then the records decide.
      let isWhole =
        PageHeader.progress(of: page).map { $0.end <= records.position } ?? !records.hasOthers()
      guard isWhole else { return false }
      _ = try flusher?.endPage()
      return true
    } catch {
      flusher?.restart()
      return false
    }
  }

  /// Writes the remaining records. An unfinished chain is lost, unless the next page is unknown.
  private func finish() {
    if let start = chainStart, start.header.number >= mark?.page ?? 0,
      lastNumber.addingReportingOverflow(1).partialValue != limit
    {
      note(tearIn: start.page, start.header)
    }
    chainStart = nil
    do {
      try flusher?.finish()
    } catch {
      flusher?.restart()
    }
  }

  /// Notes how much of a page is missing, according to the page's own progress.
  private func note(tearIn page: UnsafeRawBufferPointer, _ header: PageHeader) {
    noteTear()
    guard let progress = PageHeader.progress(of: page) else { return isEndUnknown = true }
    let last = header.step.number &+ UInt64(progress.actions)
    if last < LogFormat.stepLimit { lastStep = max(lastStep, Step(last)) }
  }

  /// Notes a loss after the last known step.
  private func noteTear() {
    let tear = max(step, flushedStep)
    if tears.last != tear { tears.append(tear) }
  }

  // MARK: Frames

  private func keep(_ frame: Frame) {
    guard let place, let mark else { return frames.append(frame) }
    self.place = place + 1
    // The log has all of a chunk or none of it. The number of other frames is usually the same.
    let isInLog = frame.entry.steps.map { $0.lowerBound <= step } ?? (place <= mark.part)
    if !isInLog { frames.append(frame) }
  }

  /// Separates steps that were in pages from steps that were left out.
  private func split(_ steps: ClosedRange<Step>) -> [TailFrames.Loss] {
    let before = steps.lowerBound.previous ?? .initial
    guard steps.upperBound > lastStep, !isEndUnknown else {
      return [.init(steps: steps, after: before)]
    }
    guard steps.lowerBound <= lastStep else {
      return [.init(steps: steps, after: before, dropReason: dropped.reason)]
    }
    return [
      .init(steps: steps.lowerBound...lastStep, after: before),
      .init(steps: lastStep.next...steps.upperBound, after: lastStep, dropReason: dropped.reason),
    ]
  }

  /// Finishes and returns the result.
  func end() -> TailFrames {
    finish()
    if hasLostPage { noteTear() }
    let last = max(lastStep, dropped.last)
    let lost = LostSteps(
      from: step.next, to: last, known: frames.compactMap(\.entry.steps) + frames.gaps
    ).ranges
    let others = tears.filter { tear in
      !lost.contains { $0.lowerBound <= tear.next && tear <= $0.upperBound }
    }
    let losses =
      lost.flatMap { split($0) } + others.map { TailFrames.Loss(steps: nil, after: $0) }
    let lastMark = [flusher?.mark, mark].compactMap(\.self).max()
    return TailFrames(flushed: frames, losses: losses, lastMark: lastMark)
  }
}

extension [Frame] {
  /// The steps of their gaps.
  fileprivate var gaps: [ClosedRange<Step>] {
    var gaps: [ClosedRange<Step>] = []
    for frame in self where frame.entry.kinds.contains(.of(.gap)) {
      MemoryLimit.lifted {
        _ = RecordStream.forEach(inFrame: frame.bytes.array) { kind, body throws(ByteFault) in
          if kind == .gap { gaps.append(try Gap(from: body).steps) }
        }
      }
    }
    return gaps
  }
}
