import PlayheadLog

/// A long look through the log: shows how far it has come from the present place, and ends when it is told
/// to.
struct Look {
  private let progress: Progress
  private let start: Step
  private let interrupts: InterruptFlag

  init(_ progress: Progress, from start: Step, _ interrupts: InterruptFlag) {
    (self.progress, self.start, self.interrupts) = (progress, start, interrupts)
  }

  /// Is now at `step`.
  func at(_ step: Step) throws {
    try interrupts.check()
    let (now, then) = (step.number, start.number)
    progress.advance(to: now > then ? now - then : then - now)
  }

  func finish() { progress.finish() }
}

extension DebugSession {
  /// A look that begins at the present place.
  func looking() -> Look {
    Look(
      Progress("searching", of: log.lastStep.number, on: console), from: position, interrupts)
  }
}
