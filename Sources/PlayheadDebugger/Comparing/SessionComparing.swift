import Foundation
import PlayheadLog
import PlayheadReplay

/// Takes logs through two builds, several at once where there are cores for it.
struct SessionComparing: Sendable {
  let apps: Apps
  let other: OtherBuild
  /// The file of this program.
  let program: String
  let reading: Reading
  /// The bytes of standard input, if that is one of the logs.
  let input: [UInt8]?
  private let register = ProcessRegister()
  private let workers = DispatchGroup()
  /// What was told to end does so within milliseconds, unless the system is at its end itself.
  private static let patience = DispatchTimeInterval.seconds(2)

  init(apps: Apps, other: OtherBuild, program: String, reading: Reading, input: [UInt8]?) {
    (self.apps, self.other, self.program) = (apps, other, program)
    (self.reading, self.input) = (reading, input)
  }

  /// Starts with these logs; the board tells what becomes of them.
  func start(_ paths: [String]) -> WorkBoard<ComparedSession> {
    let board = WorkBoard<ComparedSession>(paths.count)
    // The two of a pair wait for each other, so a core is busy with one pair.
    let pairs = max(1, min(paths.count, ProcessInfo.processInfo.activeProcessorCount))
    for _ in 0..<pairs {
      workers.enter()
      Thread.detachNewThread {
        work(on: paths, board)
        workers.leave()
      }
    }
    return board
  }

  /// Ends all that works on a board, done or not, so that no process is left.
  func end(_ board: WorkBoard<ComparedSession>) {
    board.close()
    register.close()
    _ = workers.wait(timeout: .now() + Self.patience)
  }

  private func work(on paths: [String], _ board: WorkBoard<ComparedSession>) {
    let pair = BuildPair(other, program, register)
    while let number = board.take() {
      board.post(Result { try compare(paths[number], by: pair, board) }, of: number)
    }
  }

  private func compare(
    _ path: String, by pair: BuildPair, _ board: WorkBoard<ComparedSession>
  ) throws -> ComparedSession {
    let (log, task) = try WitnessTask.open(path, input, reading)
    guard let app = log.appName, apps.recorder(of: log) != nil else {
      throw apps.unknownApp(of: log)
    }
    guard other.apps.contains(app) else {
      throw CompareError.noApp(app, log: log.name, build: other.path, known: other.apps)
    }
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    do {
      let verdict = try pair.verdict(on: task, log) { board.tell($0) }
      return ComparedSession(
        path: path, app: app, actionCount: log.actionCount, verdict: verdict,
        loss: log.lossWarning, exitCode: log.exitCode)
    } catch let error as WitnessError {
      throw error.failure(of: log)
    }
  }
}
