import Foundation
import PlayheadReplay

/// What a tool and its workers agree on before the first message.
enum WorkerContract {
  /// The word that the program is called with, for people who look at a list of processes.
  static let word = "worker"
  /// The variable that makes a program a worker. A word alone would be a command, and where libfaketime is loaded,
  /// Swift does not always see the words.
  static let variable = "PLAYHEAD_WORKER"
  /// In the variable's value: memory is to be at the same addresses in each process.
  static let fixedAddresses = "fixed-addresses"
  /// In the variable's value: the locale of the environment is to be the process's.
  static let ownLocale = "own-locale"
  /// The file descriptor from which requests come.
  static let input: Int32 = 3
  /// The file descriptor to which answers go.
  static let output: Int32 = 4
  /// The file descriptor of the memory in which a worker says what it handles.
  static let memory: Int32 = 5
}

/// What a worker says first: JSON, so that every other version can read it.
struct WorkerGreeting: Codable {
  var version = MessagePipe.version
  /// The worker's time, in seconds since 1970.
  var time: Double
  /// Whether its memory is at the same addresses as that of any other such process.
  var hasFixedAddresses: Bool
  /// The apps that it has.
  var apps: [String]
  /// Which build it is; nil if that cannot be told at once.
  var build: String?
}

extension WorkerGreeting {
  private enum Key: String, CodingKey { case version, time, hasFixedAddresses, apps, build }

  /// Reads no more than the version if that is another one: nobody knows what else such a greeting has.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version == MessagePipe.version else {
      (time, hasFixedAddresses, apps) = (0, false, [])
      return
    }
    time = try container.decode(Double.self, forKey: .time)
    hasFixedAddresses = try container.decode(Bool.self, forKey: .hasFixedAddresses)
    apps = try container.decode([String].self, forKey: .apps)
    build = try container.decodeIfPresent(String.self, forKey: .build)
  }
}

/// Makes sure that the processes of a program are of one build: if the program is built again meanwhile, new processes do other
/// things than old ones.
final class SameBuild {
  private var first: WorkerGreeting?

  /// Gives the process back, or throws if it is of another build than the first one was.
  func require(_ process: WorkerProcess) throws -> WorkerProcess {
    let first = first ?? process.greeting
    self.first = first
    guard process.greeting.build == first.build else { throw WorkerError.otherBuild }
    return process
  }
}
