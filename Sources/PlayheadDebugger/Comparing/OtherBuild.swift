import Foundation
import PlayheadLog
import PlayheadReplay
import PlayheadFiles

/// The executable of another build, with which this one is compared.
package struct OtherBuild: Sendable {
  /// So many seconds it may take to begin: a program that has ended is told of at once, and a system that is busy
  /// may well let one wait that has not.
  package static let patience = 60

  /// As it was given.
  var path: String
  /// The apps that it has.
  let apps: [String]

  /// Makes sure that the executable at `path`, or the command of that name in one of `folders`, is one, by starting it for a moment.
  ///
  /// Throws ``CompareError``, also if it says nothing for so many seconds.
  package init(
    _ word: String, in folders: [String] = [], patience: Int = OtherBuild.patience
  ) throws {
    let path = Self.path(of: word, in: folders)
    guard let kind = FileKind(at: path) else { throw CompareError.noFile(path) }
    guard kind != .folder else { throw CompareError.isFolder(path) }
    guard FileKind.isExecutable(path) else { throw CompareError.notExecutable(path) }
    let began = ContinuousClock.now
    do {
      apps = try Self.start(path, patience: patience).greeting.apps
    } catch WorkerError.otherVersion(let version) {
      throw CompareError.otherVersion(path, version)
    } catch WorkerError.notStarted(let reason, isLimit: true) {
      throw CompareError.notStarted(path, reason: reason)
    } catch is WorkerError {
      let isLate = began.duration(to: .now) >= .seconds(patience)
      throw isLate ? CompareError.silent(path, seconds: patience) : .noTool(path)
    }
    self.path = path
  }

  /// A file that is there, or as a shell finds a command.
  private static func path(of word: String, in folders: [String]) -> String {
    guard !word.contains("/"), FileKind(at: word) == nil else { return word }
    let files = folders.map { $0.isEmpty ? word : "\($0)/\(word)" }
    return files.first { FileKind(at: $0) == .file && FileKind.isExecutable($0) } ?? word
  }

  /// A process of it.
  func start(_ register: ProcessRegister) throws -> WorkerProcess {
    try Self.start(path, patience: Self.patience, register)
  }

  private static func start(
    _ path: String, patience: Int, _ register: ProcessRegister? = nil
  ) throws -> WorkerProcess {
    try WorkerProcess(
      path, .comparing(as: path), patience: patience, register: register)
  }
}

extension ProcessSetting {
  /// Hashes are the same in each process: an order that depends on them is what 'check' looks for.
  static func comparing(as name: String?) -> ProcessSetting {
    var conditions = RunConditions.usual
    conditions.hasFreshSeed = false
    return ProcessSetting(conditions, faketime: nil, name: name)
  }
}
