package import PlayheadReplay

/// Why two builds cannot be compared.
package enum CompareError: Error, Equatable {
  /// There is no other executable.
  case noFile(String)
  /// It is a folder.
  case isFolder(String)
  /// The system does not run it.
  case notExecutable(String)
  /// A limit of the system does not let it start.
  case notStarted(String, reason: String)
  /// It ends, or says something else, instead of answering.
  case noTool(String)
  /// It has not answered for so many seconds.
  case silent(String, seconds: Int)
  /// It speaks another version of what processes say to each other.
  case otherVersion(String, Int)
  /// It has not the app of a log.
  case noApp(String, log: String, build: String, known: [String])
  /// The builds have no store in common, or can replay no part of a log both.
  case nothingShared(Unshared, log: String, build: String)
  /// This program cannot be started as another process.
  case noProcess
  /// There are so many groups, and not this one.
  case noGroup(Int, count: Int)
}

extension CompareError: CustomStringConvertible {
  /// One sentence with a way out.
  package var description: String {
    switch self {
    case .noFile(let path):
      "there is no file '\(path)' to compare with; name the executable of another build with '--with', as in "
        + "'--with ../before/.build/debug/shop'"
    case .isFolder(let path):
      "'\(path)' is a folder; name the executable in it with '--with'"
    case .notExecutable(let path):
      "'\(path)' cannot be run; name an executable with '--with', or make it one with 'chmod +x'"
    case .notStarted(let path, let reason):
      "'\(path)' cannot be started: \(reason); 'ulimit -a' tells what is limited"
    case .noTool(let path):
      "'\(path)' does not answer as a build of an app's tool does; name an executable that calls "
        + "'PlayheadCommand.main(apps:)' and was built with a Playhead that has 'compare'"
    case .silent(let path, let seconds):
      "'\(path)' has not answered for \(seconds) s; try again when the machine is less busy, or, if it waits for "
        + "something else, name an executable that calls 'PlayheadCommand.main(apps:)'"
    case .otherVersion(let path, let version):
      "'\(path)' was built with another Playhead: it speaks version \(version) of what processes say to each "
        + "other, and this one version \(MessagePipe.version); build both with the same"
    case .noApp(let app, let log, let build, let known):
      "'\(log)' was recorded by '\(app)', and '\(build)' has no such app (it has: "
        + "\(known.map { "'\($0)'" }.joined(separator: ", "))); compare with a build that has it, or leave the "
        + "log out"
    case .nothingShared(let unshared, let log, let build):
      "nothing of '\(log)' can be compared, as \(unshared.sentence(build)); compare with a build that has "
        + "something in common with this one, or, if a store only has another name, give it the old one"
    case .noProcess:
      "builds are compared in processes of their own, and there can be none of this one here; start it as a "
        + "program"
    case .noGroup(let number, let count):
      "there is no group \(number) to accept: "
        + (count == 0
          ? "no session differs, so leave '--accept' out"
          : count == 1 ? "there is only group 1" : "there are groups 1 to \(count)")
    }
  }
}

extension CompareError: ErrorWithExitCode {
  /// A group that is not found is a bad answer.
  package var exitCode: ExitCode {
    if case .noGroup = self { .badAnswer } else { .unusable }
  }
}
