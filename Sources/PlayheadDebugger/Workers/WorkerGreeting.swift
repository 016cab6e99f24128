import PlayheadReplay

/// What a worker says first.
struct WorkerGreeting: Codable {
  var version = MessagePipe.version
  /// Which time it is there, in seconds since 1970.
  var time: Double
  /// Whether its memory is at the same places as that of any other such process.
  var hasFixedAddresses: Bool
  /// The apps that it has.
  var apps: [String]
  /// Which build it is; nil if that cannot be told at once.
  var build: String?
}

extension WorkerGreeting {
  private enum Key: String, CodingKey { case version, time, hasFixedAddresses, apps, build }

  /// Of another version only that is read: nobody knows what else such a greeting has.
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

/// Makes sure that the processes of a program are of one build: where the program is built again meanwhile, the new ones
/// do other things than the old ones.
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
