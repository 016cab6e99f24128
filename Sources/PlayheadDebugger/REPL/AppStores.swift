import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Apps {
  /// What is asked about `log` in a conversation, and why there are no stores, if there are none: the app is not linked in, or
  /// the log does not fit it. Much goes on without. Throws where a `strict` reading refuses the log.
  func inspector(of log: LogReader, _ reading: Reading) throws -> (Inspector, missing: String?) {
    guard let app = recorder(of: log) else { return (Inspector(log), missingStores(of: log)) }
    do {
      return (try explaining(log) { try Inspector(log, of: app, reading: reading) }, nil)
    } catch  where reading != .strict {
      return (Inspector(log), "there are no states to see: \(sentence(of: error).plain)")
    }
  }
}

extension Apps {
  fileprivate func missingStores(of log: LogReader) -> String {
    let rest = "'print' and 'diff' need the app's stores; all else works without"
    guard let app = log.appName else {
      return "it is not known which app recorded it, as its first frame is lost: \(rest)"
    }
    let known = names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
    return
      "this executable does not have the app '\(app)' (it has: \(known)): \(rest), and an "
      + "executable with 'PlayheadCommand.main(apps:)' and that app has them"
  }
}
