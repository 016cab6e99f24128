import Foundation

/// Threads that do what is on a board until nothing is left of it.
struct Crew: Sendable {
  private let threads = DispatchGroup()

  /// Starts with so many things to do, on at most so many threads, of which each makes itself a worker; a worker is
  /// told the number of what it is to do, and gone at the end with all that it has. The board tells what becomes of
  /// each.
  func start<Done>(
    _ count: Int, threads most: Int,
    _ makeWorker: @escaping @Sendable (WorkBoard<Done>) -> (Int) throws -> Done
  ) -> WorkBoard<Done> {
    let board = WorkBoard<Done>(count)
    for _ in 0..<max(1, min(count, most)) {
      threads.enter()
      Thread.detachNewThread {
        Self.work(on: board, makeWorker)
        threads.leave()
      }
    }
    return board
  }

  /// Waits until no thread is at work any more, at most so long.
  func wait(atMost time: DispatchTimeInterval) { _ = threads.wait(timeout: .now() + time) }

  private static func work<Done>(
    on board: WorkBoard<Done>, _ makeWorker: (WorkBoard<Done>) -> (Int) throws -> Done
  ) {
    let worker = makeWorker(board)
    while let number = board.take() {
      board.post(Result { try worker(number) }, of: number)
    }
  }
}
