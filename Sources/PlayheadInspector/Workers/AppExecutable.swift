import Foundation
import PlayheadReading
package import PlayheadReplay

/// An executable with an app's stores: the baseline build of a comparison, or what `--app` names.
package struct AppExecutable: Codable, Sendable {
  /// How long the executable may take to start, even on a busy system. The tool notices at once if it ends.
  package static let startLimit = Duration.seconds(60)

  package var path: String
  package let apps: [String]

  /// The executable at a path, or a command in one of `folders`. Starts it briefly to ask for its apps.
  /// Throws ``CompareError``, also if it does not answer within `startLimit`.
  package init(
    _ word: String, in folders: [String] = [], startLimit: Duration = startLimit
  ) throws {
    let path = Self.path(of: word, in: folders)
    guard let kind = FileKind(at: path) else { throw CompareError.noFile(path) }
    guard kind != .folder else { throw CompareError.isFolder(path) }
    guard FileKind.isExecutable(path) else { throw CompareError.notExecutable(path) }
    let began = ContinuousClock.now
    do {
      apps = try WorkerProgram(path, startLimit: startLimit, named: path).start(under: .comparing)
        .greeting.apps
    } catch WorkerError.otherVersion(let version) {
      throw CompareError.otherVersion(path, version)
    } catch WorkerError.notStarted(let reason, isLimit: true) {
      throw CompareError.notStarted(path, reason: reason)
    } catch is WorkerError {
      let isLate = began.duration(to: .now) >= startLimit
      throw isLate
        ? CompareError.silent(path, seconds: Int(startLimit.components.seconds)) : .noTool(path)
    }
    self.path = path
  }

  /// The file with this name, or the command in `folders`, found like in a shell.
  private static func path(of word: String, in folders: [String]) -> String {
    guard !word.contains("/"), FileKind(at: word) == nil else { return word }
    let files = folders.map { $0.isEmpty ? word : "\($0)/\(word)" }
    return files.first { FileKind(at: $0) == .file && FileKind.isExecutable($0) } ?? word
  }

  /// The executable as a program with stores. Raised `interrupts` end its processes.
  package func program(
    _ interrupts: InterruptFlag? = nil, stepLimit: Duration = WorkerProcess.stepLimit
  ) -> WorkerProgram {
    WorkerProgram(
      path, interrupts, stepLimit: stepLimit, startLimit: Self.startLimit, named: path)
  }
}

/// Why another executable cannot be used, or two builds cannot be compared.
package enum CompareError: Error, Equatable {
  case noFile(String)
  case isFolder(String)
  case notExecutable(String)
  /// A system limit keeps the file from starting.
  case notStarted(String, reason: String)
  /// The executable ends, or does not answer as a worker.
  case noTool(String)
  /// The executable has not answered for this many seconds.
  case silent(String, seconds: Int)
  /// The executable has another version of the worker protocol.
  case otherVersion(String, Int)
  /// The other build does not have the app of a log.
  case noApp(String, log: String, build: String, known: [String])
  /// The builds share no store, or no part of the log that both can replay.
  case nothingShared(OnlyInOneBuild, log: String, build: String)
  /// This program cannot be started as another process.
  case noProcess
  case noGroup(Int, count: Int)
}

extension CompareError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noFile(let path):
      "there is no file '\(path)'; name an app's executable, as in '../before/.build/debug/shop'"
    case .isFolder(let path):
      "'\(path)' is a folder; name the executable in it"
    case .notExecutable(let path):
      "'\(path)' cannot be run; name an executable, or make it one with 'chmod +x'"
    case .notStarted(let path, let reason):
      "'\(path)' cannot be started: \(reason); 'ulimit -a' shows the limits"
    case .noTool(let path):
      "'\(path)' does not answer like an app's tool; name an executable that calls "
        + "'PlayheadCommand.main(apps:)'"
    case .silent(let path, let seconds):
      "'\(path)' has not answered for \(seconds) s; try again when the machine is less busy, or name an "
        + "executable that calls 'PlayheadCommand.main(apps:)'"
    case .otherVersion(let path, let version):
      "'\(path)' was built with another Playhead: its processes speak version \(version), those of this build "
        + "version \(MessagePipe.version); build both with the same Playhead"
    case .noApp(let app, let log, let build, let known):
      "'\(log)' was recorded by '\(app)', and '\(build)' has no such app (it has: "
        + "\(known.map { "'\($0)'" }.joined(separator: ", "))); compare with a build that "
        + "has the app, or leave out the log"
    case .nothingShared(let onlyInOneBuild, let log, let build):
      "'\(log)' cannot be compared, because \(onlyInOneBuild.sentence(build)); compare with a build that has "
        + "stores and steps in common with this one, or give a renamed store its old name"
    case .noProcess:
      "builds are compared in separate processes, and none can be started for this build; start it as a program"
    case .noGroup(let number, let count):
      "there is no group \(number) to accept: "
        + (count == 0
          ? "no session differs; leave out '--accept'"
          : count == 1 ? "there is only group 1" : "there are groups 1 to \(count)")
    }
  }
}

extension OnlyInOneBuild {
  /// The stores and steps that only one build has, in a clause. `other` names the other build.
  package func sentence(_ other: String) -> String {
    let both = [
      stores.clause("store", "stores", other) { "'\($0)'" },
      steps.clause("steps", "steps", other) { "\($0.lowerBound)–\($0.upperBound)" },
    ]
    return both.filter { !$0.isEmpty }.joined(separator: ", and ")
  }
}

extension OneSided {
  /// `only 'before' has the store 'a', and only this build 'b'`; empty if neither build has extra items.
  fileprivate func clause(
    _ one: String, _ several: String, _ other: String, _ name: (Item) -> String
  ) -> String {
    let sides = [("'\(other)'", old), ("this build", new)].filter { !$0.1.isEmpty }
    return sides.enumerated().map { number, side in
      let what = number > 0 ? " " : " has the \(side.1.count == 1 ? one : several) "
      return "only \(side.0)\(what)\(side.1.map(name).joined(separator: ", "))"
    }.joined(separator: ", and ")
  }
}

extension CompareError: ErrorWithKind {
  /// A missing group is a problem.
  package var failureKind: FailureKind {
    if case .noGroup = self { .problem } else { .unusable }
  }
}
