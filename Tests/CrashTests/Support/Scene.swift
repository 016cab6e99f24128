import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import crash_app

/// A log and the run of the app that recorded into it.
final class Scene {
  let url = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID())")
  /// What the stores of the run saw; nil before it.
  private(set) var journal: Journal?
  /// Where the log is.
  private(set) var log: String
  /// How many of the newest bytes of the log are kept; all, if nil.
  let keep: Int?

  init(keep: Int? = nil) throws {
    self.keep = keep
    log = url.appending(path: "log").path(percentEncoded: false)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Where a file of the scene is.
  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// Starts the app.
  ///
  /// - Parameters:
  ///   - words: What else it is told.
  ///   - tracer: A program that starts the app and does something to it, with its words.
  func start(_ words: [String], under tracer: [String] = []) throws -> AppProcess {
    try start(words, under: tracer, recordingTo: ["--log", log])
  }

  /// Starts the app, which records into a log of its own in a folder: see `findLog(of:)`.
  func start(_ words: [String], recordingIn folder: String) throws -> AppProcess {
    try start(words, recordingTo: ["--folder", folder])
  }

  private func start(
    _ words: [String], under tracer: [String] = [], recordingTo place: [String]
  ) throws -> AppProcess {
    let path = path("journal")
    journal = Journal(path)
    guard journal != nil else { throw CocoaError(.fileWriteUnknown) }
    let kept = keep.map { ["--keep", "\($0)"] } ?? []
    let line = tracer + [Programs.app] + place + ["--journal", path] + kept + size + words
    return try AppProcess(line[0], Array(line.dropFirst()), output: self.path("output"))
  }

  /// Takes the log for the scene's that the app says it made in its folder. False if it was stopped before.
  func findLog(of app: AppProcess) -> Bool {
    guard let path = app.report["log"] else { return false }
    log = path
    return true
  }

  /// What makes the actions so large that a burst of them takes a segment.
  fileprivate var size: [String] { keep == nil ? [] : ["--noise", "1:9000"] }

  /// Runs the app to its end.
  @discardableResult
  func run(_ words: [String]) throws -> AppProcess {
    let app = try start(words)
    app.wait()
    return app
  }
}

extension Scene {
  /// Waits until the app's stores have seen so many actions, or it has ended.
  func waitUntil(_ app: AppProcess, saw count: Int) {
    // The pauses are far shorter than a turn of the app's threads at the processor.
    while journal?.holds(count) == false, app.isRunning { usleep(20) }
  }

  /// What is wrong with the log as an app left it that was stopped somewhere.
  func problems(mayLeaveOut: Set<GapReason> = []) throws -> [String] {
    let segments = try SegmentFiles(self)
    guard let newest = segments.logs.last else {
      // Killed before it had written anything.
      return journal?.hasBegun != true ? [] : ["the log cannot be opened"]
    }
    var found = try Aftermath.problems(of: segments.logs, self, mayLeaveOut: mayLeaveOut)
    for log in segments.logs {
      let flushed = try wholeLength(of: log.name)
      let faults = try log.verify().problems.filter {
        // A frame that was being written when the app was killed: its actions are in the tail.
        if case .damage(let damage) = $0 {
          damage.offset != flushed
        } else {
          !$0.isOfAnOpenLog
        }
      }
      found += faults.map(\.description)
    }
    return found + (try segments.problems(of: newest))
  }

  /// Where a log's torn end would begin: behind its whole frames.
  private func wholeLength(of log: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: log)).withUnsafeBytes { bytes in
      var end = 0
      while end < bytes.count,
        let length = try? LZ4Frame.length(UnsafeRawBufferPointer(rebasing: bytes[end...]))
      {
        end += length
      }
      return end
    }
  }

  /// What is wrong with the log of an app that was closed.
  ///
  /// - Parameters:
  ///   - hasTail: Whether a tail is left; nil if that does not matter.
  ///   - mayKeepMore: Whether old segments could not be deleted.
  func problemsAtEnd(
    mayLeaveOut: Set<GapReason> = [], hasTail: Bool? = false, mayKeepMore: Bool = false
  ) throws -> [String] {
    let segments = try SegmentFiles(self)
    var problems = try Aftermath.problems(of: segments.logs, self, mayLeaveOut: mayLeaveOut)
    for log in segments.logs {
      problems += try log.verify().problems.map(\.description)
      if !log.isClosed { problems.append("'\(log.name)' is not closed") }
    }
    if let newest = segments.logs.last { problems += try segments.problems(of: newest) }
    if !mayKeepMore { problems += segments.problemsAtEnd }
    let isThere = FileManager.default.fileExists(atPath: self.log + ".tail")
    if let hasTail, isThere != hasTail { problems.append("a tail is \(isThere ? "" : "not ")left") }
    return problems
  }
}

extension Scene {
  /// What is wrong with the log of an app that had trouble with it, by what it says itself.
  func problems(after app: AppProcess, mayKeepMore: Bool = false) throws -> [String] {
    let mayLeaveOut: Set<GapReason> = [.unwritable, .overrun]
    // Five seconds, in microseconds: a busy machine lets an app wait, a recorder does not.
    guard let slowest = app.report["slowest"].flatMap({ Int($0) }), slowest < 5_000_000 else {
      return ["a dispatch took \(app.report["slowest"] ?? "?") µs"]
    }
    if app.report["closed"] == "well" {
      return try problemsAtEnd(
        mayLeaveOut: mayLeaveOut, hasTail: nil, mayKeepMore: mayKeepMore)
    }
    // One that was not recorded may have been before it had begun.
    guard journal?.hasBegun == true else { return [] }
    return try Aftermath.problems(
      of: SegmentFiles(self).logs, self, mayLeaveOut: mayLeaveOut, isPart: true)
  }

  /// The states that the app has without a recorder.
  func plainStates(_ words: [String]) throws -> String? {
    let app = try AppProcess(Programs.app, size + words, output: path("output"))
    return app.wait() == .exit(0) ? app.report["states"] : nil
  }
}
