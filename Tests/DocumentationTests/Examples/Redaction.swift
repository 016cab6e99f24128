import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadRecorder

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
