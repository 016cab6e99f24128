import Dispatch
import PlayheadCoding
import PlayheadLog
import Synchronization

/// The recorder's own thread: turns full drafts into chunks, computes digests, writes the log.
///
/// Unchecked because the writer and the encoder are touched on the queue alone.
final class Sealer: @unchecked Sendable {
  /// So many chunks may wait for a slow disk, about half a megabyte each; then actions are left out.
  private static let backlogLimit = 16

  private let queue = DispatchQueue(label: "playhead.sealer", qos: .utility)
  /// Where the log goes.
  let path: String
  private let writer: LogWriter
  private let encoder: CanonicalEncoder
  private let onFailure: @Sendable (LogError) -> Void
  private let state = Mutex(State())

  private struct State {
    var backlog = 0
    var digestsUnderWay = 0
    var failure: LogError?
  }

  init(
    _ writer: LogWriter, _ redaction: Redaction?, onFailure: @escaping @Sendable (LogError) -> Void
  ) {
    self.writer = writer
    encoder = CanonicalEncoder(redaction: redaction)
    path = writer.path
    self.onFailure = onFailure
  }

  /// Why the log can no longer be written.
  var failure: LogError? { state.withLock { $0.failure } }

  /// Gives up the log, for the reason given first, and tells the app once.
  func fail(_ error: LogError) {
    let isFirst = state.withLock { state in
      guard state.failure == nil else { return false }
      state.failure = error
      return true
    }
    if isFirst { onFailure(error) }
  }

  /// Whether another chunk would be one too many.
  var isBehind: Bool { state.withLock { $0.backlog >= Self.backlogLimit } }

  func seal(_ draft: ChunkDraft, _ names: ChunkDraft.Names) {
    state.withLock { $0.backlog += 1 }
    nonisolated(unsafe) let draft = draft
    perform { writer in
      defer { self.state.withLock { $0.backlog -= 1 } }
      try writer.write(draft, names)
    }
  }

  func add(_ note: Note) {
    perform { $0.add(note) }
  }

  func add(_ gap: Gap) {
    perform { $0.add(gap) }
  }

  func add(_ roster: Roster, _ states: CheckpointDraft, shapes: [Shape]) {
    nonisolated(unsafe) let states = states
    perform { try $0.add(roster, states, shapes: shapes) }
  }

  func write(_ checkpoint: CheckpointDraft, shapes: [Shape]) {
    nonisolated(unsafe) let checkpoint = checkpoint
    perform { try $0.write(checkpoint, shapes: shapes) }
  }

  /// Digests `states` unless two such orders wait already and this one may be left out.
  func digest(_ states: [any Encodable & Sendable], at step: Step, isOptional: Bool) {
    let isBusy = state.withLock { state in
      if isOptional, state.digestsUnderWay >= 2 { return true }
      state.digestsUnderWay += 1
      return false
    }
    guard !isBusy else { return }
    perform { writer in
      defer { self.state.withLock { $0.digestsUnderWay -= 1 } }
      // A state that cannot be encoded has no digest; the replay will say so where it matters.
      guard let digests = try? states.map({ try self.encoder.digest(of: $0) }) else { return }
      writer.add(StateDigests(step: step, stores: digests))
    }
  }

  /// Adds digests that were computed already.
  func add(_ digests: StateDigests) {
    perform { $0.add(digests) }
  }

  /// Ends the log when everything before is written.
  func close(at step: Step, _ moment: Moment) {
    perform { try $0.close(at: step, moment) }
  }

  /// Writes everything before to the file, and waits for that.
  func flush() throws {
    perform { try $0.flush() }
    try wait()
  }

  /// Waits until everything before is done; writes nothing more, so that a log's bytes do not tell
  /// when there was a wait.
  func wait() throws {
    queue.sync {}
    if let failure { throw failure }
  }

  private func perform(_ body: @escaping @Sendable (LogWriter) throws -> Void) {
    queue.async { [self] in
      guard failure == nil else { return }
      do {
        try body(writer)
      } catch {
        fail(error as? LogError ?? .unwritable(path: path, reason: "\(error)"))
      }
    }
  }
}
