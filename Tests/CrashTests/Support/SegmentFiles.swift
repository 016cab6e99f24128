import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRepair

/// The files of a scene's log: a flight recorder's segments, or one.
struct SegmentFiles {
  /// What can be read of them, the oldest first.
  let logs: [LogReader]
  private let keep: Int?

  init(_ scene: Scene) throws {
    keep = scene.keep
    let isThere = FileManager.default.fileExists(atPath: scene.log)
    let numbers = (isThere ? [1] : []) + SegmentName.later(of: scene.log, on: SystemDisk())
    var logs: [LogReader] = []
    for number in numbers {
      do {
        logs.append(try LogReader(path: SegmentName.path(of: number, of: scene.log)))
      } catch {
        // Killed before it had written the first frame: the segment before goes on.
        switch error {
        case .empty, .headless: if number != numbers.last { throw error }
        default: throw error
        }
      }
    }
    self.logs = logs
  }

  private var older: ArraySlice<LogReader> { logs.dropLast() }

  private var bytes: Int { logs.reduce(0) { $0 + $1.byteCount } }

  /// What is wrong with them besides their contents: each older one is to be closed, but for the last, which the app may
  /// have been about to close; and they are to have what is kept.
  func problems(of newest: LogReader) throws -> [String] {
    var problems = older.dropLast().filter { !$0.isClosed }.map { "'\($0.name)' is not closed" }
    for (log, next) in zip(logs, logs.dropFirst()) where log.lastCountedStep < next.initialStep {
      problems.append("steps are missing before '\(next.name)'")
    }
    if let first = logs.first, first.initialStep > .initial, bytes < keep ?? .max {
      problems.append("only \(bytes) bytes are kept, from step \(first.initialStep) on")
    }
    return problems
  }

  /// What is wrong with those of an app that was closed: an old one that is not needed is to be gone.
  var problemsAtEnd: [String] {
    guard let keep, older.count > 1, let first = older.first else { return [] }
    // The end and the index, behind which none is deleted.
    let last = 16 << 10
    let spare = bytes - first.byteCount - last - keep
    return spare >= 0 ? ["the oldest segment is kept, \(spare) bytes too many"] : []
  }
}
