import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import Testing
import TestSupport

/// Replays of logs with redacted secrets; where secrets may leak is under test in ``RedactionTableOutputTests``.
@Suite struct RedactedSessionTests {
  private struct Secret: Codable, Hashable, Confidential { var text: String }

  private struct Keep: Action {
    var secret: Secret
    static let actionName = "Keep"
  }

  private struct Vault: Codable, Sendable {
    var counts: [Secret: Int] = [:]
    var latest = Secret(text: "")
    var repeats = 0

    /// Moves, compares and stores secrets, and does nothing else with them.
    mutating func keep(_ secret: Secret) {
      if counts[secret] != nil { repeats += 1 }
      counts[secret, default: 0] += 1
      latest = secret
    }
  }

  private struct VaultApp: ReplayableApp {
    static let appName = "vault"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(Store("vault", Vault()).on(Keep.self) { $0.keep($1.secret) })
    }
  }

  /// An app whose store computes what tokens cannot give.
  private struct LengthApp: ReplayableApp {
    static let appName = "vault"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(Store("vault", 0).on(Keep.self) { $0 = $1.secret.text.count })
    }
  }

  private func desk(_ app: any ReplayableApp.Type, _ redaction: Redaction) throws -> Desk {
    let desk = try Desk(apps: [app])
    let dispatcher = try app.init(inputs: .seeded()).dispatcher
    var options = RecordingOptions.exact
    options.redaction = redaction
    let recorder = try dispatcher.record(
      to: desk.path("v.playhead"), app: app.appName, options: options)
    for text in ["hush-1", "hush-2", "hush-1", "hush-3"] {
      dispatcher.dispatch(Keep(secret: Secret(text: text)))
    }
    try recorder.close()
    return desk
  }

  @Test func `'check' passes for stores that only move, compare and store redacted secrets`() throws
  {
    let desk = try desk(VaultApp.self, Redaction())
    #expect(desk.playhead("check v.playhead --runs 2").code == .good)
    #expect(desk.playhead("state v.playhead end vault.repeats").output == "1\n")
    #expect(!desk.playhead("state v.playhead end").output.contains("hush"))
  }

  @Test func `'check' reports a store that computes from a redacted secret as different`() throws {
    let outcome = try desk(LengthApp.self, Redaction()).playhead("check v.playhead")
    #expect(outcome.code == .badAnswer)
    #expect(
      outcome.output.contains(
        "the replay differs from the recording: store 'vault' differs at step 1"))
  }

  @Test
  func `logs with the same redaction key have the same token for a secret, and other logs do not`()
    throws
  {
    let key = RedactionKey.random()
    func latest(_ redaction: Redaction) throws -> String {
      try desk(VaultApp.self, redaction).playhead("state v.playhead end vault.latest.text").output
    }
    let token = try latest(Redaction(key: key))
    #expect(try latest(Redaction(key: key)) == token && token.contains("token"))
    #expect(try latest(Redaction()) != token)
    let masked = Redaction(key: key, rules: [.type(Secret.self, .masked)])
    #expect(try latest(masked) == "\"***\"\n")
  }
}

/// Whatever goes wrong with a log that has secrets, no error tells them.
@Suite struct SilentErrorTests {
  private static let calls = [
    "state h.playhead end", "diff h.playhead 0..end", "show h.playhead 1",
    "log h.playhead -- hall", "check h.playhead",
  ]

  private enum Door: String, Codable { case front }

  private struct Picky: Codable {
    struct Refusal: Error { var text: String }
    init(from decoder: any Decoder) throws {
      throw Refusal(text: try decoder.singleValueContainer().decode(String.self))
    }
  }

  private struct Chatty: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is bad"))
    }
  }

  @Test
  func `the error for a value that its type does not accept shows neither the value nor its key`()
    throws
  {
    try expectSilence("the type does not accept the value", Door.self)
    try expectSilence("its 'init(from:)' throws Refusal", Picky.self)
    try expectSilence("the type does not accept the value", Chatty.self)
    try expectSilence("the log holds a text, not a Int", Int.self)
  }

  private func expectSilence<Item: Codable & Sendable>(
    _ words: String, _ type: Item.Type, _ at: SourceLocation = #_sourceLocation
  ) throws {
    let desk = try Desk(apps: [Hall<Item>.self])
    let hall = try Hall<String>(inputs: .seeded())
    var options = RecordingOptions()
    options.redaction = nil
    let recorder = try hall.dispatcher.record(
      to: desk.path("h.playhead"), app: "hall", options: options)
    hall.dispatcher.dispatch(Enter(items: ["hush-key": "hush-value"]))
    try recorder.close()
    var said = ""
    for call in Self.calls {
      let outcome = desk.playhead(call)
      #expect(outcome.code != .good, "\(call)", sourceLocation: at)
      #expect(!outcome.error.contains("hush"), "\(outcome.error)", sourceLocation: at)
      said += outcome.error + outcome.output
    }
    #expect(said.contains(words), "\(said)", sourceLocation: at)
  }
}

private struct Enter<Item: Codable & Sendable>: Action {
  static var actionName: String { "Enter" }
  var items: [String: Item]
}

/// A hall of items of some type.
private struct Hall<Item: Codable & Sendable>: ReplayableApp {
  static var appName: String { "hall" }
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("hall", [String: Item]()).on(Enter<Item>.self) { hall, action in hall = action.items })
  }
}
