import Foundation
import PlayheadFiles
package import PlayheadLog

extension LogReader {
  /// Opens logs that are parts of one recording as one, to save what there is of it: a tail counts even
  /// where its log is gone. Throws `RewriteError` if they are of several.
  package convenience init(savingFrom paths: [String]) throws {
    var logs: [TailedLog] = []
    for path in paths { logs.append(try TailedLog(savingFrom: path, isAlone: paths.count > 1)) }
    try TailedLog.requireOneSession(zip(paths, logs))
    var facts = LogFileFacts(joining: logs.map(\.facts))
    if paths.count > 1 { facts.files = zip(paths, logs).map { ($0, $1.source.size) } }
    try self.init(
      JoinedSource(logs.map { ($0.source, $0.source.size) }), name: paths.joined(separator: " "),
      facts)
  }
}

extension TailedLog {
  /// Throws `RewriteError` if logs are of several sessions, as far as they tell.
  fileprivate static func requireOneSession(_ logs: some Sequence<(String, TailedLog)>) throws {
    var first: (path: String, session: UUID)?
    for (path, log) in logs {
      guard let header = try? LogReader(log.source, name: path).parts.first?.header,
        !header.isLost
      else { continue }
      if let first, first.session != header.session {
        throw RewriteError.otherSession(path: path, first: first.path)
      }
      first = first ?? (path, header.session)
    }
  }
}
