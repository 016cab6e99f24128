import Foundation
import PlayheadCoding
import PlayheadLog

/// By what an index knows whether it is of a log and of the program that replays it.
enum Fingerprint {
  /// The log's frames, the program's file, and how the log is read: a log that goes on has another one, and
  /// so has a program that was built again.
  static func of(_ replay: Replay) throws -> String {
    let log = replay.log
    let reading = replay.timeline.reading == .salvage ? "salvaged" : "whole"
    return try "\(log.header.session.uuidString) \(log.contentMark) \(reading) \(program)"
  }

  /// Lengths and times of the files that the program's code is in: a new build has another time at least. The
  /// system's own are left out, some of which are loaded in one run and not in the next.
  private static let program = ProgramImages.paths.map { path in
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (facts?[.size] as? NSNumber)?.intValue ?? 0
    let time = (facts?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
    return "\(size) \(time)"
  }.joined(separator: " ")
}
