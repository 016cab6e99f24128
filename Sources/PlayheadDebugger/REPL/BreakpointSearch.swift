import PlayheadLog

/// Looks for the next action at which a breakpoint stops, in either direction.
struct BreakpointSearch {
  let session: DebugSession

  typealias Stop = (step: Step, breakpoint: NumberedBreakpoint)

  private struct Found: Error {
    let stop: Stop
  }

  /// The first stop behind the present place.
  func next() throws -> Stop? {
    let log = session.log
    guard session.position < log.lastStep else { return nil }
    do {
      try scan(session.position.next...log.lastStep, from: session.position) {
        throw Found(stop: $0)
      }
      return nil
    } catch let found as Found {
      return found.stop
    }
  }

  /// The last stop before the present place.
  func previous() throws -> Stop? {
    let first = session.log.firstStep
    var (start, size) = (session.position, Self.firstBlock)
    while start > first, let last = start.previous {
      start = Step(max(first.number, start.number > size ? start.number - size : 0))
      var found: Stop?
      try scan(start...last, from: session.position) { found = $0 }
      if let found { return found }
      size = min(2 * size, Self.largestBlock)
    }
    return nil
  }

  /// Backwards is looked in blocks, each of which is read forwards: near ones are small, far ones need few
  /// chunks twice.
  private static let firstBlock: UInt64 = 1_024
  private static let largestBlock: UInt64 = 1 << 20
  /// Actions between two looks at whether to stop: some tens of microseconds.
  private static let stride: UInt64 = 256

  private func scan(
    _ steps: ClosedRange<Step>, from start: Step, _ body: (Stop) throws -> Void
  ) throws {
    let progress = Progress("searching", of: session.log.lastStep.number, on: session.console)
    defer { progress.finish() }
    try session.interrupts.check()
    // What is damaged is passed over: it is told when the search is over.
    try session.log.forEachEntry(in: steps, onDamage: { _ in }) { entry in
      if entry.step.number % Self.stride == 0 {
        try session.interrupts.check()
        let (step, start) = (entry.step.number, start.number)
        progress.advance(to: step > start ? step - start : start - step)
      }
      if let breakpoint = session.breakpoints.stop(at: entry) {
        try body((entry.step, breakpoint))
      }
    }
  }
}
