import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadRepair

/// The files of a flight recorder's log, as they lie in a scene.
struct SegmentFiles {
  private let keep: Int?
  private let older: [(path: String, bytes: Int)]
  private let newestBytes: Int

  init(_ scene: Scene) throws {
    let newest = try Self.facts(of: scene.log)
    keep = scene.keep
    newestBytes = newest.bytes
    older = try OlderSegment.numbers(of: scene.log, on: SystemDisk()).compactMap { number in
      let path = SegmentName.path(of: number, of: scene.log)
      let facts = try Self.facts(of: path)
      // An app that was killed in between may have left two names of one file.
      return facts.file == newest.file ? nil : (path, facts.bytes)
    }
  }

  private static func facts(of path: String) throws -> (file: Int?, bytes: Int) {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return (facts[.systemFileNumber] as? Int, facts[.size] as? Int ?? 0)
  }

  /// How many bytes come before the newest segment.
  var olderBytes: Int { older.reduce(0) { $0 + $1.bytes } }

  /// What is wrong with them: each older one is to be a whole log, and together they are to have what is
  /// kept, up to `log`'s beginning.
  func problems(of log: LogReader) throws -> [String] {
    var problems: [String] = []
    for (path, _) in older {
      let name = URL(fileURLWithPath: path).lastPathComponent
      let segment = try LogReader(path: path)
      problems += try segment.verify().problems.map { "\(name): \($0)" }
      if !segment.isClosed { problems.append("\(name) is not closed") }
      if try !LZ4Tool.accepts(path) { problems.append("lz4 does not accept \(name)") }
    }
    if log.initialStep > .initial, olderBytes + newestBytes < keep ?? .max {
      problems.append(
        "only \(olderBytes + newestBytes) bytes are kept, from step \(log.initialStep) on")
    }
    return problems
  }

  /// What is wrong with those of an app that was closed: an old one that is not needed is to be gone.
  var problemsAtEnd: [String] {
    guard let keep, older.count > 1 else { return [] }
    // The end and the index, behind which none is deleted.
    let last = 16 << 10
    let spare = olderBytes - older[0].bytes + newestBytes - last - keep
    return spare >= 0 ? ["the oldest segment is kept, \(spare) bytes too many"] : []
  }
}
