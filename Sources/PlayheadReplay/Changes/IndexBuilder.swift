import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// Opens or makes the index of a replay's log.
struct IndexBuilder {
  /// Shorter logs get no file: replaying them usually costs less, …
  private static let fileThreshold = 65_536
  /// … unless a pass takes longer than this.
  static let fileDelay = Duration.seconds(1)
  /// Added to the log's name to make the file's.
  private static let ending = ".index"

  struct BuiltIndex {
    var index: WindowIndex
    /// The file of the index; nil if the index ends with the process.
    var file: String?
    /// Why the index ends before the log does; nil if it does not.
    var end: ReplayError?
    /// A file that has the index's name but is no index; nil if there is none.
    var foreignFile: String?
  }

  private let replay: Replay

  init(_ replay: Replay) { self.replay = replay }

  /// The path of the index file beside the log; nil for a branch, and if the log has no file.
  private var path: String? {
    guard let log = replay.log as? LogReader, log.hasFile else { return nil }
    return log.name + Self.ending
  }

  /// The log beside the index file at `path`, whose permissions the file gets.
  private func log(beside path: String) -> String {
    path.hasSuffix(Self.ending) ? String(path.dropLast(Self.ending.count)) : path
  }

  /// Makes the index, in the file beside the log if the log is long enough.
  func make(_ onStep: (Step) throws -> Void) throws -> BuiltIndex {
    let needsFile =
      replay.log.actionCount >= Self.fileThreshold
      || path.map { FileKind(named: $0) != nil } ?? false
    return try make(in: path, fileDelay: needsFile ? .zero : Self.fileDelay, onStep)
  }

  /// Completes the index, in the file at `path` if that takes longer than `fileDelay`. Replaces a damaged one.
  func make(
    in path: String?, fileDelay: Duration = .zero, _ onStep: (Step) throws -> Void
  ) throws -> BuiltIndex {
    guard let path else { return try complete(WindowIndex(fingerprint: ""), nil, .zero, onStep) }
    let fingerprint = try Fingerprint.of(replay)
    let mode = (try? FileSource(regular: log(beside: path)))?.mode ?? .owner
    switch find(path, fingerprint) {
    case .index(let file) where isWhole(file.index): return use(file)
    case .index(let file):
      _ = use(file)
      let archive = StateArchiveWriter(IndexWriter(goingOnWith: file, mode: mode), file.states)
      return try complete(file.index, archive, .zero, onStep)
    case .nothing:
      let archive = StateArchiveWriter(IndexWriter(path, mode: mode))
      return try complete(WindowIndex(fingerprint: fingerprint), archive, fileDelay, onStep)
    case .foreign:
      var built = try complete(WindowIndex(fingerprint: fingerprint), nil, .zero, onStep)
      built.foreignFile = path
      return built
    }
  }

  /// The index in the file beside the log, if it is there and complete.
  func existing() -> BuiltIndex? { path.flatMap(existing) }

  func existing(in path: String) -> BuiltIndex? {
    guard FileKind(named: path) != nil, let fingerprint = try? Fingerprint.of(replay),
      case .index(let file) = find(path, fingerprint), isWhole(file.index)
    else { return nil }
    return use(file)
  }

  private func find(_ path: String, _ fingerprint: String) -> IndexFile.Found {
    let found = IndexFile.find(path, for: fingerprint)
    guard case .index(let file) = found else { return found }
    FileMode.narrow(path, like: log(beside: path))
    let isOfLog = file.index.bounds.allSatisfy { replay.reachableSteps.run(holding: $0) != nil }
    return isOfLog ? found : .nothing
  }

  private func complete(
    _ index: WindowIndex, _ archive: StateArchiveWriter?, _ fileDelay: Duration,
    _ onStep: (Step) throws -> Void
  ) throws -> BuiltIndex {
    var builder = WindowBuilder(replay, index, archive)
    let begin = replay.replayTime
    if fileDelay == .zero { archive?.file.begin() }
    replay.stateMismatch = replay.stateMismatch ?? index.mismatch
    func finish(_ builder: WindowBuilder) -> IndexFile? {
      guard let archive = builder.archive, archive.file.hasFile,
        archive.file.finish(builder.index, archive.sections),
        case .index(let file) = IndexFile.find(archive.file.path, for: builder.index.fingerprint)
      else { return nil }
      return file
    }
    let end: ReplayError?
    do {
      end = try builder.run { step in
        if let archive, !archive.file.hasFile, replay.replayTime - begin > fileDelay {
          archive.file.begin()
        }
        try onStep(step)
      }
    } catch {
      // The next call continues from the steps so far.
      _ = finish(builder)
      throw error
    }
    var built = BuiltIndex(index: builder.index)
    if let file = finish(builder) { built = use(file) }
    built.end = end
    return built
  }

  private func use(_ file: IndexFile) -> BuiltIndex {
    replay.stateMismatch = replay.stateMismatch ?? file.index.mismatch
    replay.archive = replay.timeline.decoding == .salvage ? nil : StateArchive(file)
    return BuiltIndex(index: file.index, file: file.path)
  }

  /// Whether the index has all steps that you can go to.
  private func isWhole(_ index: WindowIndex) -> Bool {
    guard let done = index.lastStep else { return false }
    return replay.reachableSteps.last.map { $0.upperBound <= done } ?? true
  }
}

/// Identifies the log and the stores that an index belongs to.
enum Fingerprint {
  /// The log's content, how it is read, the build of the program, and what else decides which stores run. It
  /// changes when the log grows and when the program is built again.
  static func of(_ replay: Replay) throws -> String {
    let log = replay.log.recording
    let decoding = replay.timeline.decoding == .salvage ? "salvaged" : "whole"
    let variant = replay.player.variant.utf8
    let stores = String(Array(variant).withUnsafeBytes { XXHash.hash64($0) }, radix: 16)
    let session = log.header.session.uuidString
    return try "\(session) \(log.contentHash) \(decoding) \(BuildIdentity.ofProgram) \(stores)"
  }
}
