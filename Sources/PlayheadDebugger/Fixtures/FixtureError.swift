import PlayheadLog
import PlayheadTesting
import PlayheadValues

/// Why a fixture cannot be made.
enum FixtureError: Error {
  /// A test is asked for that fails, and nothing is expected that is not so.
  case passes(String)
  /// A place is to be expected as it is, and nothing is there.
  case nothing(at: StatePath, step: Step)
  /// A condition is neither true nor false at any step.
  case unanswered(String)
  /// A folder cannot be made.
  case noFolder(String, String)
}

extension FixtureError: CustomStringConvertible {
  /// One sentence with a way out.
  var description: String {
    switch self {
    case .passes(let name):
      "a test of '\(name)' would pass as things are, and so show no bug; say with '--always EXPR' or '--expect "
        + "\"PATH=JSON\"' what should have been, or leave out '--as-test'"
    case .nothing(let path, let step):
      "the state at step \(step) has no '\(path)'; '\(toolName) state LOG \(step)' shows what it has, and "
        + "'--expect \("\(path)=null".inShell)' expects that nothing is there"
    case .unanswered(let condition):
      "'\(condition)' is neither true nor false at any step of the log: nothing is where it looks; check its "
        + "places, which '\(toolName) state LOG end' shows"
    case .noFolder(let path, let reason):
      "the folder '\(path)' cannot be made: \(reason); name another with '--in'"
    }
  }
}

extension FixtureError: ErrorWithExitCode {
  /// Something that is not found is a bad answer.
  var exitCode: ExitCode {
    switch self {
    case .nothing, .unanswered: .badAnswer
    case .passes, .noFolder: .unusable
    }
  }
}

extension FixtureFailure: ErrorWithExitCode {
  /// What does not hold, or cannot be compared.
  package var exitCode: ExitCode { .badAnswer }
}

extension ExpectationsError: ErrorWithExitCode {
  /// A text that makes no sense.
  package var exitCode: ExitCode { .unusable }
}

extension NoFixture: ErrorWithExitCode {
  /// A path that leads nowhere.
  package var exitCode: ExitCode { .unusable }
}
