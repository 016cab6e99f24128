import Foundation
import PlayheadReplay

/// What the tool and its workers agree on before the first message.
enum WorkerContract {
  /// The program's argument, for a reader of a process list.
  static let word = "worker"
  /// The variable that makes a program a worker. An argument alone would be a command, and with libfaketime
  /// Swift does not always see the arguments.
  static let variable = "PLAYHEAD_WORKER"
  /// In the variable's value: use the same memory addresses in each process.
  static let fixedAddresses = "fixed-addresses"
  /// In the variable's value: use the locale of the environment.
  static let ownLocale = "own-locale"
  /// The file descriptor of the requests.
  static let input: Int32 = 3
  /// The file descriptor of the answers.
  static let output: Int32 = 4
  /// The file descriptor of the memory for the step that the worker handles.
  static let memory: Int32 = 5
}

/// A worker's first message, as JSON so that every other version can read it.
struct WorkerGreeting: Codable {
  var version = MessagePipe.version
  /// The worker's time, in seconds since 1970.
  var time: Double
  /// Whether its memory is at the same addresses in each process.
  var hasFixedAddresses: Bool
  var apps: [String]
  /// The identity of the build; `nil` if it is not known at once.
  var build: String?
}

/// The part of a greeting that every version has.
struct WorkerVersion: Codable {
  var version: Int
}

/// Makes sure that all processes of a program are of one build. A rebuild in between would mix old and
/// new processes.
final class SameBuild {
  private var first: WorkerGreeting?

  /// Returns the process. Throws if its build is not the build of the first process.
  func require(_ process: WorkerProcess) throws -> WorkerProcess {
    let first = first ?? process.greeting
    self.first = first
    guard process.greeting.build == first.build else { throw WorkerError.otherBuild }
    return process
  }
}
