import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The app's stores with the log's states in them, or why they cannot be had.
enum AppStores {
  case here(Replay, DispatcherPlayer)
  /// With a sentence that says why.
  case missing(String)

  /// Those of the app that recorded `log`. If it is not linked in, or the log does not fit it, much of a
  /// conversation goes on without. Throws where a `strict` reading refuses the log.
  init(of log: LogReader, _ apps: Apps, _ reading: Reading) throws {
    guard let app = apps.recorder(of: log) else {
      self = .missing(apps.missingStores(of: log))
      return
    }
    do {
      self = try apps.explaining(log) {
        let player = try DispatcherPlayer(app)
        return .here(try Replay(log, with: player, reading: reading), player)
      }
    } catch  where reading != .strict {
      self = .missing("there are no states to see: \(sentence(of: error).plain)")
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
