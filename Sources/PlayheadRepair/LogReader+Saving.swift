import Foundation
import PlayheadFiles
package import PlayheadLog

extension LogReader {
  /// Opens the parts of one recording as one log, in the order of their steps, with their tails, even if only
  /// a tail is left. Throws `RewriteError` if they belong to several recordings.
  package convenience init(savingFrom paths: [String]) throws {
    let parts = try paths.map { try SavedPart($0, isAlone: paths.count > 1) }
    let named = parts.filter { $0.session != nil }
    if let first = named.first, let other = named.first(where: { $0.session != first.session }) {
      throw RewriteError.otherSession(path: other.path, first: first.path)
    }
    let ordered = parts.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    var facts = LogFileFacts(joining: ordered.map(\.log.facts))
    if paths.count > 1 { facts.files = ordered.map { ($0.path, $0.log.source.size) } }
    try self.init(
      JoinedSource(ordered.map { ($0.log.source, $0.log.source.size) }),
      name: paths.joined(separator: " "), facts)
  }
}

/// A file that may be a part of a recording.
private struct SavedPart {
  let path: String
  let log: TailedLog
  /// The recording, if the file names it.
  var session: UUID?
  /// The step of its first state; 0 if that is lost.
  var start = Step.initial

  init(_ path: String, isAlone: Bool) throws(LogError) {
    self.path = path
    log = try TailedLog(savingFrom: path, isAlone: isAlone)
    guard let reader = try? LogReader(log.source, name: path) else { return }
    let header = reader.parts.first?.header
    session = header?.isLost == false ? header?.session : nil
    start = reader.parts.first?.start ?? reader.steps.first?.lowerBound.previous ?? .initial
  }
}
