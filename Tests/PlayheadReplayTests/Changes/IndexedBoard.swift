import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadValues
import ReplayTesting
import Testing

@testable import PlayheadReplay

/// A log of boards that are shuffled, a place for its index, and what the index must answer.
struct IndexedBoard {
  let session: Session
  /// What an index that nobody harmed says.
  let answers: Answers
  /// The file of an index of it, with states.
  let file: [UInt8]
  let folder: Folder

  // Read by several threads, each of which makes a log of its own of it.
  nonisolated(unsafe) private static let usual = Result { try Made(120, seed: 21) }
  nonisolated(unsafe) private static let other = Result { try Made(60, seed: 3) }

  private struct Made {
    let session: Session
    let answers: Answers
    let file: [UInt8]

    init(_ count: Int, seed: UInt64) throws {
      session = try Session(boards: count, seed: seed)
      answers = try Answers(ChangeIndex(session.replay(), in: nil), session)
      // As many states as the time allows.
      var policy = CheckpointPolicy()
      policy.spacing = .zero
      let folder = try Folder()
      _ = try ChangeIndex(
        Replay(session.log, with: session.player(), policy: policy),
        in: folder.path("index"))
      file = try folder.path("index").contents()
    }
  }

  /// Of 120 steps; another one of 60.
  init(isOther: Bool = false) throws {
    let made = try (isOther ? Self.other : Self.usual).get()
    (session, answers, file) = (try Session(made.session), made.answers, made.file)
    folder = try Folder()
  }

  var path: String { folder.path("log.index") }

  /// The index in its file, or in memory if there can be none.
  func index(
    _ replay: Replay? = nil, onStep: (Step) throws -> Void = { _ in }
  ) throws -> ChangeIndex {
    try index(replay, in: path, onStep: onStep)
  }

  /// The index in a file, or in memory.
  func index(
    _ replay: Replay? = nil, in path: String?, onStep: (Step) throws -> Void = { _ in }
  ) throws -> ChangeIndex {
    try ChangeIndex(replay ?? session.replay(), in: path, onStep: onStep)
  }

  func isRight(_ index: ChangeIndex) throws -> Bool { try answers(of: index) == answers }

  func answers(of index: ChangeIndex) throws -> Answers { try Answers(index, session) }

  /// Some histories, and who wrote what at the end.
  struct Answers: Equatable {
    let histories: [[PathChange]]
    let blames: [PathChange?]
    let last: Step

    init(_ index: ChangeIndex, _ session: Session) throws {
      let end = session.log.lastStep
      let state = try #require(session.live[end.number])
      let paths = state.paths().enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
      histories = try paths.prefix(8).map { try index.history(of: $0, at: end) }
      blames = try paths.map { try index.lastChange(of: $0, atOrBefore: end) }
      last = index.lastStep
    }
  }
}

extension Session {
  /// A session of boards that are shuffled so often.
  convenience init(boards count: Int, seed: UInt64) throws {
    var generator = Seeded(seed: seed)
    try self.init(making(Board.stores)) { dispatcher, _ in
      for _ in 0..<count { dispatcher.dispatch(Shuffle(number: generator.next())) }
    }
  }

  /// The states of all steps.
  var states: [Value] { live.keys.sorted().compactMap { live[$0] } }
}

/// A folder that is gone with the object.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "index-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { remove() }

  func remove() { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

extension String {
  /// The bytes of the file at this path.
  func contents() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: self))) }

  func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: self))
  }
}
