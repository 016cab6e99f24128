import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// The newest version of a log, and its events for clients. Used by the server's thread only.
///
/// The log is the queue: a client is a step from which it goes on, and nothing is kept for it.
final class WatchedLog {
  /// The time between two looks at a log that is being written. A person does not notice a tenth of a second, but watches
  /// a running app beside the page.
  private let interval: Duration
  /// The share of time that looks may take: the larger a log, the rarer they are.
  private static let share = 10

  private var followed: FollowedLog
  private var log: LogReader?
  private var lastStep = Step.initial
  /// What is between the actions, and how much damage was known then.
  private var between: (parts: [(step: Step, part: ActionsRequest.Part)], damageCount: Int)?
  private var nextLook = ContinuousClock.now
  /// Why the log cannot be followed any more.
  private var failure: (any Error)?
  /// Whether no action can be added any more.
  private(set) var isComplete = false
  /// How many clients follow the log.
  var followerCount = 0

  /// The running app that writes the log; nil for others.
  let app: ServedApp?

  init(_ path: String, of app: ServedApp? = nil) {
    (followed, self.app) = (FollowedLog(path), app)
    interval = .milliseconds(app == nil ? 100 : 20)
  }

  /// Looks for a new version, unless the last look was just now. Throws if the log is gone.
  func look() throws {
    if let failure { throw failure }
    let start = ContinuousClock.now
    guard !isComplete, start >= nextLook else { return }
    let found = Result { try followed.look() }
    nextLook = .now + max(interval, (ContinuousClock.now - start) * Self.share)
    do {
      guard let new = try found.get() else { return }
      (log, lastStep, between) = (new, new.lastSettledStep, nil)
      batches = []
      isComplete = !new.isBeingWritten
    } catch {
      failure = error
      throw error
    }
  }

  /// When clients may have new actions; nil if none waits for any.
  var nextActions: ContinuousClock.Instant? {
    // The streams of a complete log end by themselves, and then nobody follows it.
    followerCount > 0 ? ContinuousClock.now + interval / 2 : nil
  }

  /// The step of the state with which the log begins.
  var initialStep: Step { log?.initialStep ?? .initial }

  // MARK: Events

  /// The bytes of events after which no others are added to a batch: more than a client reads at once.
  private static let batch = 64 << 10

  private struct Full: Error {}

  /// Events after a step, up to and with `last`.
  private struct Batch {
    var step: Step
    var bytes: [UInt8]
    var last: Step
  }

  /// The last batches: all clients that are up to date get the same one.
  private var batches: [Batch] = []
  private static let mostBatches = 8

  /// The events of the next actions after `step`, and the last of their steps. Without new actions, no bytes.
  func events(after step: Step) throws -> (bytes: [UInt8], last: Step) {
    guard let log, step < lastStep else { return ([], step) }
    if let known = batches.first(where: { $0.step == step }) { return (known.bytes, known.last) }
    while true {
      let parts = try partsBetweenActions(of: log)
      var next = parts.partitionPoint { $0.step >= step }
      var (events, last) = (ActionEvents(), step)
      do {
        // Damage is a gap between actions, once it is known.
        try log.forEachEntry(in: step.next...lastStep, onDamage: { _ in }) { entry in
          let start = next
          while next < parts.endIndex, parts[next].step < entry.step { next += 1 }
          try events.append(entry, of: log, after: parts[start..<next].map(\.part))
          last = entry.step
          if events.bytes.count >= Self.batch { throw Full() }
        }
      } catch is Full {}
      guard log.damagesFound.count == between?.damageCount else { continue }
      batches.append(Batch(step: step, bytes: events.bytes, last: last))
      if batches.count > Self.mostBatches { batches.removeFirst() }
      return (events.bytes, last)
    }
  }

  /// The last event of a complete log, for a client that has all actions up to `step`.
  func lastEvent(after step: Step) throws -> [UInt8] {
    guard let log else { return [] }
    let parts = try partsBetweenActions(of: log).filter { $0.step >= step }.map(\.part)
    let data = try json(of: ["before": parts])
    return Array("event: closed\nid: \(EventID.closed)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  private func partsBetweenActions(
    of log: LogReader
  ) throws -> [(step: Step, part: ActionsRequest.Part)] {
    if let between, between.damageCount == log.damagesFound.count { return between.parts }
    let parts = try log.partsBetweenActions()
    // Reading the parts may have found damage, too.
    between = (parts, log.damagesFound.count)
    return parts
  }
}

/// Writes actions as clients get them: without their payloads, which a question gives. A log that grows by 50,000 actions a
/// second leaves no time for an encoder.
///
/// The members, in the order of their names: `before` (notes, gaps and changes of stores since the action before, if there
/// are any), `cause` (if there is one), `changed` (the stores that it changed or may have changed), `isHandled`,
/// `nanoseconds`, `offset` (in nanoseconds since the start of the recording), `step`, `type`, `version`.
private struct ActionEvents {
  /// Texts as JSON: there are few types and stores.
  private var texts: [String: [UInt8]] = [:]
  private(set) var bytes: [UInt8] = []

  mutating func append(
    _ entry: LogEntry, of log: LogReader, after parts: [ActionsRequest.Part]
  ) throws {
    append("id: \(entry.step.number)\ndata: {")
    if !parts.isEmpty {
      append("\"before\":")
      bytes += try json(of: parts)
      append(",")
    }
    if let cause = entry.cause { append("\"cause\":\(cause.number),") }
    append("\"changed\":[")
    for (place, store) in entry.changed.enumerated() {
      if place > 0 { append(",") }
      append(text: store)
    }
    append("],\"isHandled\":\(entry.isHandled),\"nanoseconds\":\(entry.nanoseconds)")
    append(",\"offset\":\(log.offset(of: entry.moment)),\"step\":\(entry.step.number),\"type\":")
    append(text: entry.type.name)
    append(",\"version\":\(entry.type.version)}\n\n")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func append(text: String) {
    if let known = texts[text] {
      bytes += known
    } else {
      let written = Array(Value.string(text).json.utf8)
      texts[text] = written
      bytes += written
    }
  }
}

/// The last event that a client has: an action's step, or the end.
enum EventID: Equatable {
  case step(Step)
  case end

  static let closed = "closed"

  init?(_ text: String) {
    if text == Self.closed {
      self = .end
    } else if let number = UInt64(text), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) {
      self = .step(Step(number))
    } else {
      return nil
    }
  }
}

/// A client's place in a log, and its next events.
final class EventStream: ByteSource {
  /// The time after which something is sent even if nothing happens, so that a connection that broke is noticed.
  private static let silence = Duration.seconds(15)

  private let log: WatchedLog
  /// The last step that the client has; nil for the log's beginning.
  private var step: Step?
  private var lastSent = ContinuousClock.now
  private var isOver = false
  /// Where the client last heard that the app is.
  private var position: AppPosition?

  init(_ log: WatchedLog, after step: Step?) {
    (self.log, self.step) = (log, step)
    log.followerCount += 1
  }

  deinit { log.followerCount -= 1 }

  func abandon() {}

  func next() -> [UInt8]? {
    if isOver { return nil }
    do {
      let bytes = try newPosition() + newEvents()
      if bytes.isEmpty, lastSent + Self.silence > .now { return [] }
      lastSent = .now
      // A comment.
      return Reply.chunk(bytes.isEmpty ? Array(":\n\n".utf8) : bytes)
        + (isOver ? Reply.lastChunk : [])
    } catch {
      isOver = true
      let data = (try? json(of: AnswerError(error))) ?? Array("{}".utf8)
      let event = Array("event: failed\ndata: ".utf8) + data + Array("\n\n".utf8)
      return Reply.chunk(event) + Reply.lastChunk
    }
  }

  /// Says where the app is, if that is new.
  private func newPosition() throws -> [UInt8] {
    guard let app = log.app else { return [] }
    let position = app.position
    guard position != self.position else { return [] }
    self.position = position
    return try ServedApp.event(position)
  }

  private func newEvents() throws -> [UInt8] {
    try log.look()
    let step = step ?? log.initialStep
    let (bytes, last) = try log.events(after: step)
    if !bytes.isEmpty {
      self.step = last
    } else if log.isComplete {
      isOver = true
      return try log.lastEvent(after: step)
    }
    return bytes
  }
}
