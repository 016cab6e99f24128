import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What '--page' of `check`, `shrink` and `fixture check` writes.
@Suite struct FailurePageTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
  }

  private func failure(on page: String) throws -> [String: Any] {
    let text = String(decoding: try desk.bytes(page), as: UTF8.self)
      .part(#"id="session">"#, "</script>")
    let meta = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require((meta as? [String: Any])?["failure"] as? [String: Any])
  }

  private func values(of failure: [String: Any]) -> [String: String?] {
    let pairs = (failure["values"] as? [[String: String]] ?? []).map {
      ($0["name"] ?? "", $0["json"])
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// A fixture that expects another board than there is.
  private func addFixture() {
    let add = desk.playhead(
      "fixture add r.playhead --in kept.folder --name draw --until 3 --expect board=null")
    #expect(add.code == .good, "\(add)")
  }

  @Test
  func
    `'fixture check --page' writes an HTML page with the expected and the actual value of a failure`()
    throws
  {
    addFixture()
    let outcome = desk.playhead("fixture check kept.folder --page failed.folder")
    #expect(outcome.code == .badAnswer)
    #expect(outcome.output.contains("\n  as a page:     failed.folder/draw.html\n"), "\(outcome)")
    let failure = try failure(on: "failed.folder/draw.html")
    #expect(failure["step"] as? Int == 3 && failure["path"] as? String == "board")
    #expect(failure["text"] as? String == "fixture 'draw' fails: 'board' is not as expected")
    #expect(values(of: failure) == ["expected": "null", "actual": "{}"])
    // A page of an earlier run is replaced.
    let again = desk.playhead("fixture check kept.folder --page failed.folder --json")
    #expect(again.output.hasSuffix(#","page":"failed.folder/draw.html"}"# + "\n"), "\(again)")
  }

  @Test func `'fixture check --page' overwrites no file of the user and still reports the failure`()
    throws
  {
    addFixture()
    try FileManager.default.createDirectory(
      atPath: desk.path("failed.folder"), withIntermediateDirectories: false)
    try desk.write("mine".utf8, to: "failed.folder/draw.html")
    let outcome = desk.playhead("fixture check kept.folder --page failed.folder")
    #expect(outcome.output.hasPrefix("fixture 'kept.folder/draw.playhead' fails"))
    #expect(outcome.error.contains("'failed.folder/draw.html'") && outcome.code == .unusable)
    #expect(try desk.bytes("failed.folder/draw.html") == Array("mine".utf8))
  }

  @Test func `'check --page' writes an HTML page with both values if two replays differ`() throws {
    desk.apps = [Moody.self]
    try Moody.record(to: desk.path("d.playhead"))
    let outcome = desk.playhead("check d.playhead --runs 2 --page pages.folder")
    #expect(outcome.code == .badAnswer, "\(outcome)")
    let failure = try failure(on: "pages.folder/d.html")
    #expect(failure["step"] as? Int == 1 && failure["path"] as? String == "mood")
    let values = values(of: failure)
    #expect(values.keys.sorted() == ["another", "one replay"])
    #expect(values["another"] != values["one replay"])
  }

  @Test func `'shrink --page' writes an HTML page next to the smaller log`() throws {
    let outcome = desk.playhead(
      "shrink r.playhead --where \"state('tickets.winner') >= 0\" -o s.playhead --page")
    #expect(outcome.output.hasSuffix("\n  as a page:     s.html\n"), "\(outcome)")
    let failure = try failure(on: "s.html")
    #expect(failure["step"] as? Int == 6)
    #expect(failure["text"] as? String == "'state('tickets.winner') >= 0' is true here")
  }
}
