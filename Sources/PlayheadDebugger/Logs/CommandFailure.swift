import PlayheadLog
import PlayheadReplay
import PlayheadTerminal
import PlayheadValues

/// Why a command could not do its work, where no other module has a word for it.
enum CommandFailure: Error {
  /// The log was recorded by an app that is not linked in; nil if nothing tells by which.
  case unknownApp(String?, log: String, known: [String])
  /// A condition asks for states of a log whose app is not linked in; nil if nothing tells which it is.
  case statesOfUnknownApp(String?, log: String, known: [String])
  /// The word is neither an app's name nor a file's.
  case neitherAppNorLog(String, known: [String])
  /// The app takes no lines of text.
  case notForTerminals(String)
  /// Something in a log does not fit the app as it is now.
  case misfit(ReplayError, log: String)
  /// The log begins with the state at this step, and has no action that led to it.
  case noAction(before: Step)
  /// Only a text can be printed as it is.
  case notText(at: StatePath, step: Step)
  /// Nothing of the log can be read.
  case nothingToRecover(LogError)
  /// A log cannot be written to a stream.
  case streamOutput
  /// A file of input is not there.
  case missingInput(path: String)
  /// The input is a directory.
  case inputIsDirectory(path: String)
  /// The system does not let the input be read.
  case unreadableInput(path: String, reason: String)
  /// The input is a pipe or a device that goes on for more than `limit` bytes.
  case endlessInput(path: String, limit: Int)
  /// The app's own reader refuses the input.
  case badInput(CommandError, name: String)
  /// A recording ended early; the log is closed, or was taken away because it had no action: then it is nil.
  case stopped(RecordingStop, log: String?, actions: Int, trouble: [String])
  /// A log has another name, or none, since it was recorded.
  case recordedLogGone(path: String)
  /// A cut would begin with a state that the log does not have, and no app is there to replay it.
  case noStateToCut(step: Step, log: String, app: String?, states: [Step])
  /// All of these steps are in a gap.
  case nothingToCut(ClosedRange<Step>, log: String, Gap)
  /// A log was removed while it was followed; `last` is the last step that was seen.
  case followedLogGone(path: String, last: Step)
  /// Another log took the place of one that was followed.
  case followedLogReplaced(path: String, last: Step)
  /// Another log took the place of one that a process before this one had.
  case logReplaced(path: String)
  /// The log cannot come from standard input, from where the commands come.
  case conversationInput
  /// Code of the app trapped, and not while it handled an action.
  case trap(reason: String, log: String)
  /// The process that replayed a log is no more.
  case workerLost(reason: String, log: String)
  /// No process can be started that could replay a log.
  case noProcess(reason: String, log: String)
  /// The process that replayed a log came to no next step in so many seconds.
  case workerSilent(_ seconds: Int64, log: String)
  /// The process that replayed a log answered something else than was asked.
  case workerMisunderstood(log: String)
  /// The processes that replayed a log have other stores than each other, or can compare other steps.
  case workersUnalike(log: String)
  /// There is no other process to trap in, or to compare with.
  case noWorker(log: String)
  /// Replays differ before the first action.
  case differentFromTheStart(log: String)
  /// A condition to get to holds in the initial state, and behind no action.
  case holdsAtStart(_ condition: String, log: String)
  /// Only the recording says something else than replays.
  case differentFromRecording(_ divergence: String)
  /// What differs does so no more when it is tried again.
  case notAgainDifferent(_ divergence: String)
  /// A store trapped, as a sentence says, in the replay of one of several logs.
  case trapInOne(String, log: String)
  /// A time of the input is none that a log can hold.
  case badTime(action: Int)
}

extension CommandFailure: ErrorWithExitCode {
  /// What is not found is a bad answer; everything else is about the call and its input.
  var exitCode: ExitCode {
    switch self {
    case .misfit, .noAction, .notText, .nothingToCut, .recordedLogGone,
      .followedLogGone, .followedLogReplaced, .logReplaced, .trap, .trapInOne, .workerLost,
      .workerSilent, .workersUnalike, .holdsAtStart:
      .badAnswer
    default: .unusable
    }
  }
}
