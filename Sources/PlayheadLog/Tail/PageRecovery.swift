import PlayheadCoding

/// Makes frames of the pages of a tail, as their recorder would have, and finds out what they lack.
///
/// What a page has, and what it says that it had, is compared in the end with what became of it: so no
/// action is lost in between without a word.
final class PageRecovery {
  private let mark: FlushMark?
  /// The last step in the log.
  private let step: Step
  private var flusher: PageFlusher?
  private var frames: [Frame] = []
  /// The last step of which any page tells.
  private var lastStep: Step
  /// The last step that was left out for want of room, and why.
  private var leftOut: (last: Step, reason: GapReason) = (.initial, .overrun)
  /// Whether nobody knows up to where the pages had actions: what is missing may be lost, or left out.
  private var isEndUnknown = false
  /// Up to where pages could be read that are damaged.
  private var tears: [Step] = []
  /// Whether the page before is all there: what it left open goes on in the next.
  private var isPreviousWhole = false
  private var hasLostPage = false
  /// How many frames the page has given so far of which the log has a part and nobody knows which.
  private var uncertain: UInt64?

  /// - Parameters:
  ///   - mark: The last frame in the log that was made of a page.
  ///   - step: The last step in the log.
  init(after mark: FlushMark?, _ step: Step) {
    (self.mark, self.step, lastStep) = (mark, step, step)
    begin(after: mark)
  }

  private func begin(after mark: FlushMark?) {
    flusher = PageFlusher(after: mark) { [unowned self] in keep($0) }
  }

  /// Goes on with a page that does not follow the one before it.
  func beginRun() {
    finish()
    isPreviousWhole = false
  }

  /// Takes note of a page of which nobody knows what it had.
  func noteLostPage() { hasLostPage = true }

  /// Takes in the next page.
  func take(_ page: UnsafeRawBufferPointer, _ header: PageHeader) {
    uncertain = nil
    // What another page began goes on here only if it says so and nothing is missing in between.
    let goesOn = header.continues && isPreviousWhole && header.step <= flushedStep
    if !goesOn { finish() }
    // Without what goes on here, the frames are fewer or more than those in the log.
    if header.continues, !goesOn, let mark, header.number == mark.page { forgetPlaces(mark) }
    let isWhole = read(page, header)
    isPreviousWhole = isWhole
    if !isWhole { finish() }
    guard header.number >= mark?.page ?? 0 else { return }
    lastStep = max(lastStep, header.step, flushedStep)
    switch LeftOut(of: page, seed: header.seed) {
    case .nothing: break
    case .through(let step, let reason): if step > leftOut.last { leftOut = (step, reason) }
    case .damaged: noteLostPage()
    }
    if !isWhole { note(tearIn: page, header) }
  }

  private var flushedStep: Step { flusher?.lastStep ?? .initial }

  /// Makes frames of a page; says whether all that was in it could be read.
  private func read(_ page: UnsafeRawBufferPointer, _ header: PageHeader) -> Bool {
    var records = PageRecords(page, seed: header.seed)
    do {
      try flusher?.take(&records, of: header)
      // The end of the app may have come while the page's progress was written: then its records tell.
      let isWhole = PageProgress(page).map { $0.end <= records.position } ?? !records.hasOthers()
      guard isWhole else { return false }
      _ = try flusher?.endPage()
      return true
    } catch {
      flusher?.restart()
      return false
    }
  }

  private func finish() {
    do {
      try flusher?.finish()
    } catch {
      flusher?.restart()
    }
  }

  /// What a page says of itself tells how much is missing.
  private func note(tearIn page: UnsafeRawBufferPointer, _ header: PageHeader) {
    tears.append(max(step, flushedStep))
    guard let progress = PageProgress(page) else { return isEndUnknown = true }
    let last = header.step.number &+ UInt64(progress.actions)
    if last < LogFormat.stepLimit { lastStep = max(lastStep, Step(last)) }
  }

  // MARK: Frames

  /// Goes on with all frames of the page to which the log's last one belongs.
  private func forgetPlaces(_ mark: FlushMark) {
    let before = FlushMark(page: mark.page &- 1, part: .max, session: mark.session)
    begin(after: mark.page > 0 ? before : nil)
    uncertain = 0
  }

  private func keep(_ frame: Frame) {
    guard let place = uncertain, let mark else { return frames.append(frame) }
    uncertain = place + 1
    // Chunks end where they always do: the log has all of one or nothing. Other frames are mostly as many
    // as they were.
    let isInLog = frame.entry.steps.map { $0.lowerBound <= step } ?? (place <= mark.part)
    if !isInLog { frames.append(frame) }
  }

  /// What was in pages, and what was left out behind them.
  private func split(_ steps: ClosedRange<Step>) -> [TailFrames.Loss] {
    let before = steps.lowerBound.previous ?? .initial
    guard steps.upperBound > lastStep, !isEndUnknown else {
      return [.init(steps: steps, after: before)]
    }
    guard steps.lowerBound <= lastStep else {
      return [.init(steps: steps, after: before, leftOut: leftOut.reason)]
    }
    return [
      .init(steps: steps.lowerBound...lastStep, after: before),
      .init(steps: lastStep.next...steps.upperBound, after: lastStep, leftOut: leftOut.reason),
    ]
  }

  /// Ends it all.
  func end() -> TailFrames {
    finish()
    if hasLostPage { tears.append(max(step, flushedStep)) }
    let last = max(lastStep, leftOut.last)
    let lost = LostSteps(
      from: step.next, to: last, known: frames.compactMap(\.entry.steps) + frames.gaps
    ).ranges
    let others = tears.filter { tear in
      !lost.contains { $0.lowerBound <= tear.next && tear <= $0.upperBound }
    }
    let losses =
      lost.flatMap { split($0) } + others.map { TailFrames.Loss(steps: nil, after: $0) }
    return TailFrames(
      flushed: frames, losses: losses, lastMark: flusher?.mark ?? mark, lastStep: last)
  }
}

extension [Frame] {
  /// The steps of which their gaps tell.
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
