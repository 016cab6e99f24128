import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import TestSupport
import Testing

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
