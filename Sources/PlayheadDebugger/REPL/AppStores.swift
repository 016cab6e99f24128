import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Apps {
  /// What is asked about `log` in a conversation, and why there are no stores, if there are none: the app is not linked in, or
  /// the log does not fit it. Much goes on without. Throws where a `strict` reading refuses the log.
  func inspector(
    forDebugging log: LogReader, _ reading: Reading, _ console: Console,
    _ interrupts: InterruptFlag
  ) throws -> (inspector: Inspector, host: WorkerHost?, missing: String?) {
    guard recorder(of: log) != nil else { return (Inspector(log), nil, missingStores(of: log)) }
    do {
      return try explaining(log) {
        let stores = try inspector(of: log, reading, console, interrupts)
        _ = try stores.inspector.ask(AppRequest())
        return (stores.inspector, stores.host, nil)
      }
    } catch  where reading != .strict {
      return (Inspector(log), nil, "there are no states to see: \(sentence(of: error).plain)")
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
