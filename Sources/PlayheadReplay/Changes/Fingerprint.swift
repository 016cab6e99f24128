import Foundation
import PlayheadCoding
import PlayheadLog

/// By what an index knows whether it is of a log and of the program that replays it.
enum Fingerprint {
  /// The log's frames and the program's file: a log that goes on has another one, and so has a program
  /// that was built again.
  static func of(_ log: LogReader) -> String {
    "\(log.header.session.uuidString) \(log.contentMark) \(program)"
  }

  /// Length and time of the program's file; a new build has another time at least.
  private static let program: String = {
    let path = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (facts?[.size] as? NSNumber)?.intValue ?? 0
    let time = (facts?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
    return "\(size) \(time)"
  }()
}
