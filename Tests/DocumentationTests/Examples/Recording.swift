import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing

func recordingSafely(
  _ dispatcher: Dispatcher, to url: URL, warn: @escaping @Sendable (String?) -> Void
) throws -> Recording {
  // begin
  var options = RecordingOptions()
  options.durability = .every(.seconds(2))
  options.keeps = .last(.seconds(3600), bytes: 50_000_000)
  options.onFailure = { error in warn("The session is not being recorded: \(error)") }
  options.onRecovery = { warn(nil) }
  let recording = try dispatcher.record(to: url, app: "shop", options: options)
  // end
  return recording
}

func lookingBack(at url: URL, report: (String) -> Void) throws {
  // begin
  let log = try ActionLog(url)
  if let step = log.stoppedHandling {
    report("stopped while handling \(try log.entry(at: step).type.name)")
  }
  // end
}

func keepingTheEnd(_ dispatcher: Dispatcher, to url: URL) throws {
  // begin
  var options = RecordingOptions()
  options.keeps = .last(bytes: 50_000_000)
  let recording = try dispatcher.record(to: url, app: "shop", options: options)
  // end
  try recording.close()
}

// begin
struct Password: Codable, Hashable, Confidential {
  var text: String
}

struct SignIn: Action, Confidential {
  static let confidentialKeys: Set<String>? = ["user"]
  var user: String
  var password: Password
}
// end

struct AddLogin: Action {
  var notes: String
}

func keptKey(_ kept: [UInt8]?, keep: ([UInt8]) -> Void) -> RedactionKey {
  // begin
  let key = kept.flatMap { RedactionKey($0) } ?? .random()
  keep(key.bytes)
  // end
  return key
}

func redacting(with key: RedactionKey) -> Redaction {
  // begin
  let redaction = Redaction(
    key: key,
    rules: [.type(Password.self), .field("notes", of: AddLogin.self, .dropped), .field("token")])
  // end
  return redaction
}

func recording(_ dispatcher: Dispatcher, to url: URL, with key: RedactionKey) throws {
  // begin
  var options = RecordingOptions()
  options.redaction = Redaction(key: key, rules: [.type(Password.self, .masked)])
  let recording = try dispatcher.record(to: url, app: "shop", options: options)
  // end
  try recording.close()
}
