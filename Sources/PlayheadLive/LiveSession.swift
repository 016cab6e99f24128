import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

/// The session of a running app, replayed by a second instance of its stores. One thread at a time uses it.
final class LiveSession: @unchecked Sendable {
  private let path: String
  private let entry: AppEntry
  private let redaction: Redaction?
  private let connection: InProcessConnection
  private var followed: FollowedLog
  private var log: LogReader?

  init(_ recording: Recording, _ entry: AppEntry) {
    path = recording.url.path(percentEncoded: false)
    self.entry = entry
    redaction = recording.redaction
    connection = InProcessConnection(besideRunning: entry)
    followed = FollowedLog(path)
  }

  /// Remembers the secrets of the states that the log begins with, and those to come.
  func rememberSecrets(of states: [String: any Encodable & Sendable]) {
    guard let redaction else { return }
    redaction.memory.begin()
    let encoder = CanonicalEncoder(redaction: redaction)
    for state in states.values { _ = try? encoder.bytes(of: state) }
  }

  func forgetSecrets() { redaction?.memory.end() }

  /// The longest session without digests of states in its log, in steps.
  private static let shortSession: UInt64 = 16_384

  /// Throws if a replay of a short session does not lead to these states of the app.
  func requireAgreement(
    with states: [String: any Encodable & Sendable], at step: Step
  ) throws {
    guard step.number <= Self.shortSession else { return }
    let replayed = try replay().storeStates(at: step, nil)
    let (app, log) = (CanonicalEncoder(redaction: redaction), CanonicalEncoder())
    for (store, state) in states {
      guard let replayed = replayed[store] else { continue }
      guard try app.bytes(of: state) == log.bytes(of: replayed) else {
        throw RunningAppError.otherState(step)
      }
    }
  }

  /// The states after a step, as values of the app's types.
  func states(at step: Step) throws -> [String: any Codable & Sendable] {
    try replay().storeStates(at: step, redaction)
  }

  func action(_ type: String, _ payload: Value) throws -> (action: any Action, store: String?) {
    try replay().makeAction(type, payload, redaction)
  }

  private func replay() throws -> Replay {
    log = try followed.look() ?? log
    guard let log else { throw ReadingError.missing(path: path) }
    return try connection.replay(of: log)
  }

  // MARK: Other sessions

  /// The last states of another log, and the log's name. Without the action at which its app crashed, if it did.
  func lastStates(
    of path: String
  ) throws -> (states: [String: any Codable & Sendable], name: String) {
    let replay = try replay(of: path)
    let crash = replay.knownCrashes.map(\.step).min()
    let last = crash?.previous ?? replay.log.lastStep
    // Its tokens are nobody's secrets.
    let restoring = redaction ?? Redaction().withDeclarations
    return (try replay.storeStates(at: last, restoring), replay.log.name)
  }

  func forEachAction(of path: String, _ body: (any Action, String?) throws -> Void) throws {
    try replay(of: path).forEachActionValue(body)
  }

  private func replay(of path: String) throws -> Replay {
    let log = try LogReader(file: path)
    guard log.header.app == entry.name else {
      throw LiveError.otherApp(entry.name, log: log.name, recorded: log.header.app)
    }
    let replay = try InProcessConnection(besideRunning: entry).replay(of: log)
    replay.knownCrashes = try log.recordedCrashes
    return replay
  }
}
