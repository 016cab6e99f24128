/// A queue of which the results are asked for in order, until somebody stops it; then only for those that are there.
final class StoppableQueue<Done> {
  private let queue: JobQueue<Done>
  private let interrupts: InterruptFlag
  /// Whether somebody stopped it.
  private(set) var isStopped = false

  init(_ queue: JobQueue<Done>, _ interrupts: InterruptFlag) {
    (self.queue, self.interrupts) = (queue, interrupts)
  }

  /// What becomes of a log, which is waited for; nil if it is stopped before. `look` is told now and then how many are
  /// done.
  func result(of number: Int, _ look: (Int) -> Void) throws -> Done? {
    do {
      if isStopped { return try queue.resultSoFar(of: number) }
      return try queue.result(of: number) { done, _ in
        look(done)
        try interrupts.check()
      }
    } catch is Interruption {
      isStopped = true
      return nil
    }
  }
}
