import Foundation
import PlayheadCoding
import PlayheadFiles
import PlayheadLog

/// Opens or makes the index of a replay's log.
struct IndexMaking {
  /// A shorter log is usually replayed sooner than a file beside it is worth, …
  private static let keptFrom = 65_536
  /// … unless a pass takes longer than this.
  static let patience = Duration.seconds(1)
  /// So few actions take long only where the machine does something else.
  private static let triedFrom = 512
  /// What the name of the file ends with, which begins with the log's.
  private static let ending = ".index"

  /// An index.
  struct Made {
    let file: ChangeFile
    /// Why it ends before the log does; nil if it does not.
    var end: ReplayError?
    /// The file that is no index and has the name of one; nil if there is none.
    var foreignFile: String?
  }

  private let replay: Replay

  init(_ replay: Replay) { self.replay = replay }

  /// The file beside the log that its index may be in; nil if the log has none.
  private var path: String? { replay.log.hasFile ? replay.log.name + Self.ending : nil }

  /// Who may read the file: those who may read the log beside which it is.
  private func mode(of path: String) -> FileMode {
    let log = path.hasSuffix(Self.ending) ? String(path.dropLast(Self.ending.count)) : path
    return (try? FileSource(regular: log))?.mode ?? .owner
  }

  /// The index, in the file beside the log if it is worth one.
  func make(_ onStep: (Step) throws -> Void) throws -> Made {
    let count = replay.log.actionCount
    guard let path else { return try make(in: nil, onStep) }
    let isThere = FileKind(named: path) != nil
    let isKept = count >= Self.keptFrom || isThere
    return try make(
      in: isKept || count >= Self.triedFrom ? path : nil, patience: isKept ? .zero : Self.patience,
      onStep)
  }

  /// The complete index; kept in the file at `path` if making it takes longer than `patience`. A damaged one is made
  /// again.
  func make(
    in path: String?, patience: Duration = .zero, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    let mark = try Fingerprint.of(replay)
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
    return try makeAnew(mark, in: path, patience, onStep)
  }

  /// The index that is kept in the file beside the log, if it is there already and has all that the log has.
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
      throw kept.damage("it has a step that the log has not")
    }
    return kept
  }

  private func makeAnew(
    _ mark: String, in path: String?, _ patience: Duration, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    let file = try ChangeFile(for: mark)
    guard let path else { return try add(to: file, onStep) }
    func move() throws { try file.move(to: path, mode: mode(of: path)) }
    if patience == .zero { try move() }
    let begin = ContinuousClock.now
    var isMoved = patience == .zero
    return try add(to: file) { step in
      if !isMoved, .now - begin > patience {
        isMoved = true
        try move()
      }
      try onStep(step)
    }
  }

  private func add(to file: ChangeFile, _ onStep: (Step) throws -> Void) throws -> Made {
    let archive = StateArchive(file)
    use(archive)
    do {
      let end = try ChangeIndexer(file, archive, replay).run(onStep)
      try file.finish()
      return Made(file: file, end: end)
    } catch {
      replay.archive = nil
      // What was taken in by then is gone on with the next time.
      if !(error is IndexFault) { try? file.finish() }
      throw error
    }
  }

  private func use(_ file: ChangeFile) -> Made {
    use(StateArchive(file))
    return Made(file: file)
  }

  /// What was passed over by another reading is no state of this one.
  private func use(_ archive: StateArchive) {
    replay.archive = replay.timeline.decoding == .salvage ? nil : archive
  }

  /// Whether all is in it that can be gone to.
  private func isWhole(_ file: ChangeFile) -> Bool {
    guard let done = file.lastStep else { return false }
    return replay.reachableSteps.last.map { $0.upperBound <= done } ?? true
  }
}

/// How an index knows whether it is of a log and of the stores that replay it.
enum Fingerprint {
  /// The log's content, how it is read, the build of the program, and what else decides which stores run. A log that
  /// has grown has another one, and so has a program that was built again.
  static func of(_ replay: Replay) throws -> String {
    let log = replay.log
    let decoding = replay.timeline.decoding == .salvage ? "salvaged" : "whole"
    let variant = replay.player.variant.utf8
    let stores = String(Array(variant).withUnsafeBytes { XXHash.hash64($0) }, radix: 16)
    let session = log.header.session.uuidString
    return try "\(session) \(log.contentMark) \(decoding) \(BuildIdentity.ofProgram) \(stores)"
  }
}
