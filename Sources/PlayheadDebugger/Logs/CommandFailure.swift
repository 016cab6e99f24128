import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTerminal
import PlayheadValues

enum CommandFailure: Error {
  /// The app that recorded the log is not linked in; `nil` if the log does not name the app.
  case unknownApp(String?, log: String, known: [String])
  case notForTerminals(String)
  /// The command needs processes of its own with the stores, and they are in a running app of this name.
  case runningApp(String)
  /// The address is that of no session on this machine.
  case badAddress(String)
  /// A part of a log does not fit the current app.
  case incompatible(ReplayError, log: String)
  /// No action was found, in a sentence, and the condition's paths that the last state lacks.
  case noneFound(String, [InspectorError])
  /// No change was found. `missing` says which steps are missing.
  case neverChanged(StatePath, missing: String)
  /// The app has no text view. With a picture, the usual end of its file's name.
  case noText(step: Step, pictureEnding: String?)
  case noPicture(step: Step)
  /// The value is not a text, so it cannot be printed raw.
  case notText(at: StatePath, step: Step)
  case nothingToRecover(ReadingError)
  case streamOutput(_ what: String, ending: String)
  case databaseFailed(path: String, reason: String)
  case missingInput(path: String)
  case inputIsDirectory(path: String)
  case unreadableInput(path: String, reason: String)
  /// The input is a pipe or a device with more than `limit` bytes.
  case endlessInput(path: String, limit: Int)
  /// The app's own reader refuses the input.
  case badInput(CommandError, name: String)
  /// A recording ended early. `log` is closed; `nil` if it was deleted because it had no action.
  case stopped(RecordingStop, log: String?, actions: Int, trouble: [String])
  /// A log was moved or deleted during its recording.
  case recordedLogGone(path: String)
  /// The log does not have the first state of a cut, and the app to replay it is not linked in.
  case noStateToCut(step: Step, log: String, app: String?, states: [Step])
  /// All steps are in a gap.
  case nothingToCut(ClosedRange<Step>, log: String, Gap)
  /// A followed log was removed. `last` is the last step seen.
  case followedLogGone(path: String, last: Step)
  case followedLogReplaced(path: String, last: Step)
  /// The log cannot come from standard input, because the commands do.
  case replInput
  /// The process that replayed a log ended, but not during an action.
  case workerEnded(WorkerEnd, log: String)
  case noProcess(reason: String, log: String)
  case builtAgain(log: String)
  /// The process that replayed a log gave an invalid answer.
  case workerMisunderstood(log: String)
  /// The processes that replayed a log differ in their stores or in the steps that they can compare.
  case workersUnalike(log: String)
  /// A store trapped in the replay of one of several logs. The sentence says where.
  case trapInOne(KnownCrash, ActionType?, log: String)
  /// A log cannot hold a time of the input.
  case badTime(action: Int)
}

extension CommandFailure: ErrorWithKind, ErrorInLines {
  /// Whether the log or the app has a problem. All other errors are about the call and its input.
  var failureKind: FailureKind {
    switch self {
    case .incompatible, .noneFound, .neverChanged, .notText, .nothingToCut,
      .recordedLogGone,
      .followedLogGone, .followedLogReplaced, .trapInOne, .workerEnded,
      .workersUnalike:
      .problem
    default: .unusable
    }
  }

  /// The problem and the fix.
  var text: StyledText {
    switch self {
    case .incompatible(let error, let log):
      """
      \(styledSentence(of: error))
        '\(toolName) compat \(log.inShell)' shows everything that does not fit, and '--salvage' skips it
      """
    case .stopped(let stop, log: nil, _, _):
      "\(stop)\n  no action came before it, so there is no log"
    case .stopped(let stop, let log?, let actions, let trouble) where trouble.isEmpty:
      "\(stop)\n  '\(log)' is closed and has the \(Format.count(actions, "action")) before it"
    case .stopped(let stop, let log?, let actions, let trouble):
      trouble.reduce(
        "\(stop)\n  '\(log)' has \(Format.count(actions, "action")) of those before it"
      ) { $0 + "\n  \($1)" }
    case .badInput(let error, let name):
      "\(name) cannot be recorded: \(styledSentence(of: error))"
    case .nothingToRecover(let error): styledSentence(of: error)
    case .noneFound(let sentence, let unresolvedNames):
      unresolvedNames.reduce("\(sentence)") { $0 + "\n  \($1)" }
    case .unknownApp(nil, let log, _):
      "the app that recorded '\(log)' is unknown, because the first frame is lost; 'info', 'log', 'show' "
        + "and 'verify' still work, and '--app EXECUTABLE' before the command names a program with the app"
    case .unknownApp(let app?, let log, let known):
      "'\(log)' was recorded by '\(app)', and this executable has no such app (it has: "
        + "\(known.quotedList)); 'info', 'log', 'show', 'verify', and conditions without 'state', 'before' and "
        + "'changed' still work"
    case .runningApp(let app):
      "the stores of '\(app)' are in the running app, and this command needs processes of its own; name an executable with "
        + "'--app'"
    case .badAddress(let address):
      "'\(address)' is no address of a session on this machine; 'playhead live' lists those of running apps"
    case .notForTerminals(let app):
      "'\(app)' takes no lines of text, so it cannot run here; make it a 'TerminalApp', or record it with "
        + "'record(to:)' where it runs"
    case .neverChanged(let path, missing: ""): "'\(path.placeName)' has never changed"
    case .neverChanged(let path, let missing):
      "'\(path.placeName)' has not changed in the steps that the log has\(missing)"
    case .noText(_, pictureEnding: nil):
      "the app has no text view to show; make it a 'TerminalApp', or see its state with 'state' or 'print'"
    case .noText(let step, let ending?):
      "the app shows a picture at step \(step), and no text; '-o step-\(step).\(ending)' writes the picture to a file"
    case .noPicture(let step):
      "the app has no picture at step \(step); 'view' without '-o' shows its text, and 'picture' in the app's 'AppEntry' or "
        + "'ReplayDetails' draws one"
    case .notText(let path, let step):
      (path.components.isEmpty ? "the state" : "'\(path)'")
        + " is not a text at step \(step), and only texts can be printed raw; leave out '--raw'"
    case .missingInput(let path):
      "there is no file '\(path)'; check the path"
    case .inputIsDirectory(let path):
      "'\(path)' is a directory, not an input; name a file in it"
    case .unreadableInput(let path, let reason):
      "'\(path)' cannot be read: \(reason); check its permissions"
    case .endlessInput(let path, let limit):
      "'\(path)' is longer than \(Format.bytes(UInt64(limit))) and may be endless; name a regular file"
    case .recordedLogGone(let path):
      "'\(path)' was moved or deleted while it was recorded; if you moved it, the moved file has everything"
    case .streamOutput(let what, let ending):
      "\(what) is written to a file, not to standard output; name a file, as in '-o session.\(ending)'"
    case .noStateToCut(let step, let log, let app, let states):
      "'\(log)' does not have the state at step \(step), and \(app.map { "'\($0)'" } ?? "its app"), "
        + "which could replay up to it, is \(app == nil ? "unknown" : "not an app of this executable"); "
        + "use an executable that has the app\(alternative(states))"
    case .nothingToCut(let steps, let log, let gap):
      "'\(log)' has no action in \(steps.words): \(gap); name a range with an action"
    case .followedLogGone(let path, let last):
      "'\(path)' was removed after step \(last); run the command again to wait for a new log"
    case .followedLogReplaced(let path, let last):
      "'\(path)' was replaced by another log after step \(last); run the command again to follow that"
    case .replInput:
      "a log from standard input cannot be debugged, because the commands come from there; write the "
        + "log into a file and name that file"
    case .workerEnded(let end, let log):
      "the app's code \(end.kind.verb) while it reads '\(log)' for a replay: \(end.reason)"
    case .databaseFailed(let path, let reason):
      "the database '\(path)' cannot be written: \(reason); check that the disk is not full, or name another place"
    case .noProcess(let reason, let log):
      "no other process can be started to replay '\(log)': \(reason); 'ulimit -a' shows the limits; if you "
        + "rebuilt the program, try again"
    case .builtAgain(let log):
      "the program was rebuilt while it replayed '\(log)'; run the command again, or use 'reload' in 'debug'"
    case .workersUnalike(let log):
      "the processes that replayed '\(log)' have different stores, or different steps to compare; the app must "
        + "always register its stores in the same order"
    case .workerMisunderstood(let log):
      "the processes that replayed '\(log)' did not understand each other; if you rebuilt the program, try again"
    case .trapInOne(let trap, let type, let log):
      "in '\(log)' \(ReplayError.traps(trap, type))"
    case .badTime(let action):
      "action \(action) of the input has a time that no log can hold; it must be between the years 1678 and 2261"
    }
  }

  /// Where else a cut can begin.
  private func alternative(_ states: [Step]) -> String {
    if states.isEmpty { return "" }
    // As many steps as fit on a line.
    let shown = states.prefix(8).map(\.description).joined(separator: ", ")
    let more = states.count > 8 ? " and \(states.count - 8) more" : ""
    return ", or begin right after one of the steps whose states the log has: \(shown)\(more)"
  }
}
