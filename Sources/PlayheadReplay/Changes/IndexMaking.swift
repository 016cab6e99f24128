import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// Opens or makes the index of a replay's log.
struct IndexMaking {
  /// Shorter logs get no file: replaying them usually costs less, …
  private static let keptFrom = 65_536
  /// … unless a pass takes longer than this.
  static let fileDelay = Duration.seconds(1)
  /// Logs this short take long only on a busy machine.
  private static let triedFrom = 512
  /// Added to the log's name to make the file's.
  private static let ending = ".index"

  struct Made {
    let file: ChangeFile
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

  /// The permissions of the index file: those of the log beside it.
  private func mode(of path: String) -> FileMode {
    let log = path.hasSuffix(Self.ending) ? String(path.dropLast(Self.ending.count)) : path
    return (try? FileSource(regular: log))?.mode ?? .owner
  }

  /// Makes the index, in the file beside the log if the log is long enough.
  func make(_ onStep: (Step) throws -> Void) throws -> Made {
    let count = replay.log.actionCount
    guard let path else { return try make(in: nil, onStep) }
    let isThere = FileKind(named: path) != nil
    let isKept = count >= Self.keptFrom || isThere
    return try make(
      in: isKept || count >= Self.triedFrom ? path : nil,
      fileDelay: isKept ? .zero : Self.fileDelay,
      onStep)
  }

  /// Completes the index, in the file at `path` if that takes longer than `fileDelay`. Replaces a damaged one.
  func make(
    in path: String?, fileDelay: Duration = .zero, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    let mark = try path == nil ? "" : Fingerprint.of(replay)
    do {
      if let path, let kept = try whatIsKept(in: path, for: mark) {
        return isWhole(kept)
          ? use(kept) : try add(to: .init(goingOnWith: kept, mode: mode(of: path)), onStep)
      }
    } catch let fault as IndexFault {
      guard fault.reason != .foreign else {
        var made = try add(to: ChangeFile(for: mark), onStep)
        made.foreignFile = path
        return made
      }
    }
    return try makeAnew(mark, in: path, fileDelay, onStep)
  }

  /// The index in the file beside the log, if it is there and complete.
  func kept() -> ChangeFile? { path.flatMap(kept) }

  func kept(in path: String) -> ChangeFile? {
    guard FileKind(named: path) != nil, let mark = try? Fingerprint.of(replay),
      let found = try? whatIsKept(in: path, for: mark), isWhole(found)
    else { return nil }
    return use(found).file
  }

  private func whatIsKept(in path: String, for mark: String) throws -> ChangeFile? {
    guard let kept = try ChangeFile(keptIn: path, for: mark) else { return nil }
    if path.hasSuffix(Self.ending) {
      FileMode.narrow(path, like: String(path.dropLast(Self.ending.count)))
    }
    guard let done = kept.lastStep else { return kept }
    guard replay.reachableSteps.contains(where: { $0.contains(done) }) else {
      throw kept.damage("it has a step that is not in the log")
    }
    return kept
  }

  private func makeAnew(
    _ mark: String, in path: String?, _ fileDelay: Duration, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    let file = try ChangeFile(for: mark)
    guard let path else { return try add(to: file, onStep) }
    func move() throws { try file.move(to: path, mode: mode(of: path)) }
    if fileDelay == .zero { try move() }
    let begin = ContinuousClock.now
    var isMoved = fileDelay == .zero
    return try add(to: file) { step in
      if !isMoved, .now - begin > fileDelay {
        isMoved = true
        try move()
      }
      try onStep(step)
    }
  }

  private func add(to file: ChangeFile, _ onStep: (Step) throws -> Void) throws -> Made {
    let archive = StateArchive(file)
    replay.stateMismatch = replay.stateMismatch ?? file.directory.mismatch
    use(archive)
    do {
      let end = try ChangeIndexer(file, archive, replay).run(onStep)
      try file.finish()
      return Made(file: file, end: end)
    } catch {
      replay.archive = nil
      // The next call continues from the steps so far.
      if !(error is IndexFault) { try? file.finish() }
      throw error
    }
  }

  private func use(_ file: ChangeFile) -> Made {
    replay.stateMismatch = replay.stateMismatch ?? file.directory.mismatch
    use(StateArchive(file))
    return Made(file: file)
  }

  /// States of a salvaging replay may lack skipped actions, so it neither uses nor keeps them here.
  private func use(_ archive: StateArchive) {
    replay.archive = replay.timeline.decoding == .salvage ? nil : archive
  }

  /// Whether the index has all steps that you can go to.
  private func isWhole(_ file: ChangeFile) -> Bool {
    guard let done = file.lastStep else { return false }
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
    return try "\(session) \(log.contentMark) \(decoding) \(BuildIdentity.ofProgram) \(stores)"
  }
}
