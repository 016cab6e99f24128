/// A board of which the results are asked for in order, until somebody stops it; then only for those that are there.
final class StoppableBoard<Done> {
  private let board: WorkBoard<Done>
  private let interrupts: InterruptFlag
  /// Whether somebody stopped it.
  private(set) var isStopped = false

  init(_ board: WorkBoard<Done>, _ interrupts: InterruptFlag) {
    (self.board, self.interrupts) = (board, interrupts)
  }

  /// What becomes of a log, which is waited for; nil if it is stopped before. `look` is told now and then how many are
  /// done.
  func result(of number: Int, _ look: (Int) -> Void) throws -> Done? {
    do {
      if isStopped { return try board.resultSoFar(of: number) }
      return try board.result(of: number) { done, _ in
        look(done)
        try interrupts.check()
      }
    } catch is Interruption {
      isStopped = true
      return nil
    }
  }
}
