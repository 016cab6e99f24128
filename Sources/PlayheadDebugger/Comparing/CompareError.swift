/// Why two builds cannot be compared.
enum CompareError: Error, Equatable {
  /// There is no other executable.
  case noFile(String)
  /// It is a folder.
  case isFolder(String)
  /// The system does not run it.
  case notExecutable(String)
  /// It does not answer.
  case noTool(String)
  /// It speaks another version of what processes say to each other.
  case otherVersion(String, Int)
  /// It has not the app of a log.
  case noApp(String, log: String, build: String, known: [String])
  /// This program cannot be started as another process.
  case noProcess
  /// There are so many groups, and not this one.
  case noGroup(Int, count: Int)
}

extension CompareError: CustomStringConvertible {
  /// One sentence with a way out.
  var description: String {
    switch self {
    case .noFile(let path):
      "there is no file '\(path)' to compare with; name the executable of another build with '--with', as in "
        + "'--with ../before/.build/debug/shop'"
    case .isFolder(let path):
      "'\(path)' is a folder; name the executable in it with '--with'"
    case .notExecutable(let path):
      "'\(path)' cannot be run; name an executable with '--with', or make it one with 'chmod +x'"
    case .noTool(let path):
      "'\(path)' does not answer as a build of an app's tool does; name an executable that calls "
        + "'PlayheadCommand.main(apps:)' and was built with a Playhead that has 'compare'"
    case .otherVersion(let path, let version):
      "'\(path)' was built with another Playhead: it speaks version \(version) of what processes say to each "
        + "other, and this one version \(MessagePipe.version); build both with the same"
    case .noApp(let app, let log, let build, let known):
      "'\(log)' was recorded by '\(app)', and '\(build)' has no such app (it has: "
        + "\(known.map { "'\($0)'" }.joined(separator: ", "))); compare with a build that has it, or leave the "
        + "log out"
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
  var exitCode: ExitCode {
    if case .noGroup = self { .badAnswer } else { .unusable }
  }
}
