import PlayheadCoding

/// Makes frames of the sheets of a tail, as their recorder would have, and finds out what they lack.
///
/// What a sheet has, and what it says that it had, is compared in the end with what became of it: so no
/// action is lost in between without a word.
final class TailSealing {
  private let mark: SealMark?
  /// The last step in the log.
  private let step: Step
  private var sealer: SheetSealer?
  private var frames: [Frame] = []
  /// The last step of which any sheet tells.
  private var lastStep: Step
  /// The last step that was left out for want of room, and why.
  private var leftOut: (last: Step, reason: GapReason) = (.initial, .overrun)
  /// Whether nobody knows up to where the sheets had actions: what is missing may be lost, or left out.
  private var isEndUnknown = false
  /// Up to where sheets could be read that are damaged.
  private var tears: [Step] = []
  /// Whether the sheet before is all there: what it left open goes on in the next.
  private var isPreviousWhole = false
  private var hasLostSheet = false
  /// How many frames the sheet has given so far of which the log has a part and nobody knows which.
  private var uncertain: UInt64?

  /// - Parameters:
  ///   - mark: The last frame in the log that was made of a sheet.
  ///   - step: The last step in the log.
  init(after mark: SealMark?, _ step: Step) {
    (self.mark, self.step, lastStep) = (mark, step, step)
    begin(after: mark)
  }

  private func begin(after mark: SealMark?) {
    sealer = SheetSealer(after: mark) { [unowned self] in keep($0) }
  }

  /// Goes on with a sheet that does not follow the one before it.
  func beginRun() {
    finish()
    isPreviousWhole = false
  }

  /// Takes note of a sheet of which nobody knows what it had.
  func noteLostSheet() { hasLostSheet = true }

  /// Takes in the next sheet.
  func take(_ sheet: UnsafeRawBufferPointer, _ header: SheetHeader) {
    uncertain = nil
    // What another sheet began goes on here only if it says so and nothing is missing in between.
    let goesOn = header.continues && isPreviousWhole && header.step <= sealedStep
    if !goesOn { finish() }
    // Without what goes on here, the frames are fewer or more than those in the log.
    if header.continues, !goesOn, let mark, header.number == mark.sheet { forgetPlaces(mark) }
    let isWhole = seal(sheet, header)
    isPreviousWhole = isWhole
    if !isWhole { finish() }
    guard header.number >= mark?.sheet ?? 0 else { return }
    lastStep = max(lastStep, header.step, sealedStep)
    switch LeftOut(of: sheet, seed: header.seed) {
    case .nothing: break
    case .through(let step, let reason): if step > leftOut.last { leftOut = (step, reason) }
    case .damaged: noteLostSheet()
    }
    if !isWhole { note(tearIn: sheet, header) }
  }

  private var sealedStep: Step { sealer?.lastStep ?? .initial }

  /// Makes frames of a sheet; says whether all that was in it could be read.
  private func seal(_ sheet: UnsafeRawBufferPointer, _ header: SheetHeader) -> Bool {
    var records = SheetRecords(sheet, seed: header.seed)
    do {
      try sealer?.take(&records, of: header)
      // The end of the app may have come while the page's progress was written: then its records tell.
      let isWhole = SheetProgress(sheet).map { $0.end <= records.position } ?? !records.hasOthers()
      guard isWhole else { return false }
      _ = try sealer?.endSheet()
      return true
    } catch {
      sealer?.restart()
      return false
    }
  }

  private func finish() {
    do {
      try sealer?.finish()
    } catch {
      sealer?.restart()
    }
  }

  /// What a sheet says of itself tells how much is missing.
  private func note(tearIn sheet: UnsafeRawBufferPointer, _ header: SheetHeader) {
    tears.append(max(step, sealedStep))
    guard let progress = SheetProgress(sheet) else { return isEndUnknown = true }
    let last = header.step.number &+ UInt64(progress.actions)
    if last < LogFormat.stepLimit { lastStep = max(lastStep, Step(last)) }
  }

  // MARK: Frames

  /// Goes on with all frames of the sheet to which the log's last one belongs.
  private func forgetPlaces(_ mark: SealMark) {
    let before = SealMark(sheet: mark.sheet &- 1, part: .max, session: mark.session)
    begin(after: mark.sheet > 0 ? before : nil)
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

  /// What was in sheets, and what was left out behind them.
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
    if hasLostSheet { tears.append(max(step, sealedStep)) }
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
      sealed: frames, losses: losses, lastMark: sealer?.mark ?? mark, lastStep: last)
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
