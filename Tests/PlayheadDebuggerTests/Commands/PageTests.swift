import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What `page` puts into its file; how a browser shows it is in `Tests/PageTests`.
@Suite struct PageTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
  }

  private func page(
    _ words: String = "", of log: String = "r.playhead", ends code: ExitCode = .good
  ) throws -> String {
    let outcome = desk.playhead("page \(log) -o r.html \(words)")
    try #require(outcome.code == code, "\(outcome)")
    return String(decoding: try desk.bytes("r.html"), as: UTF8.self)
  }

  private func meta(_ page: String) throws -> NSDictionary {
    let text = page.part(#"<script type="application/json" id="session">"#, "</script>")
    #expect(!text.contains("<"))
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  private func blocks(_ meta: NSDictionary, _ kind: String) -> Int {
    (meta["blocks"] as? [NSDictionary] ?? []).count { $0["kind"] as? String == kind }
  }

  @Test
  func
    `the HTML page of a session contains its data and scripts and is not allowed to load anything`()
    throws
  {
    let page = try page()
    let meta = try meta(page)
    #expect(meta["actionCount"] as? Int == 5 && meta["noStates"] == nil)
    // The states before and behind the gap are two runs.
    #expect(blocks(meta, "actions") == 1 && blocks(meta, "changes") == 2)
    let counts = (meta["blocks"] as? [NSDictionary])?.map { $0["count"] as? Int }
    #expect(counts == [5, 3, 2])
    #expect(page.contains("default-src 'none'") && !page.contains("NONCE"))
    #expect(!page.contains("/*SCRIPT*/") && !page.contains("<!--DATA-->"))
    #expect(!page.contains("\nimport ") && !page.contains("\nexport "))
  }

  @Test
  func
    `the HTML page of a range names the steps it leaves out and the command for a page with all steps`()
    throws
  {
    let meta = try meta(page("2..3"))
    let left = try #require(meta["leftOut"] as? NSDictionary)
    #expect(left["text"] as? String == "This page leaves out step 1 and steps 4–7 of the session.")
    #expect((left["command"] as? String)?.hasSuffix("r.playhead 1..7 -o r-whole.html") == true)
  }

  @Test func `'page --paths' names its paths on the HTML page and refuses unknown paths`() throws {
    let meta = try meta(page("--paths tickets.holders"))
    let left = try #require(meta["leftOut"] as? NSDictionary)
    #expect(left["text"] as? String == "Of the state, it has only tickets.holders.")
    let missing = desk.playhead("page r.playhead -o m.html --paths tickets.nosuch")
    #expect(missing.code == .badAnswer && missing.error.contains("'tickets.nosuch'"), "\(missing)")
    let element = desk.playhead("page r.playhead -o m.html --paths tickets.holders[0]")
    #expect(element.code == .unusable && element.error.contains("fields in it"), "\(element)")
    #expect(throws: (any Error).self) { try desk.bytes("m.html") }
  }

  @Test
  func
    `an HTML page shows a gap within its range and does not list it among the steps it leaves out`()
    throws
  {
    for (range, left) in ["3..5": "steps 1–2 and steps 6–7", "4..7": "steps 1–3"] {
      let meta = try meta(page(range))
      let text = (meta["leftOut"] as? NSDictionary)?["text"] as? String
      #expect(text == "This page leaves out \(left) of the session.")
      #expect((meta["gaps"] as? [NSDictionary])?.count == 1)
      try FileManager.default.removeItem(atPath: desk.path("r.html"))
    }
    let none = desk.playhead("page r.playhead 4")
    #expect(
      none.error.hasPrefix("playhead: 'r.playhead' has no action in step 4: steps 4–5 are missing"))
  }

  @Test func `'page --without-state' writes an HTML page that has no states and says so`() throws {
    let meta = try meta(page("--without-state"))
    #expect(meta["noStates"] as? String == "this page was made without states")
    #expect(blocks(meta, "changes") == 0)
  }

  @Test
  func `'page' for a log of an unknown app writes the actions and says why there are no states`()
    throws
  {
    desk.apps = []
    let outcome = desk.playhead("page r.playhead -o u.html")
    #expect(
      outcome.error.hasPrefix("warning: 'r.playhead' was recorded by 'raffle', and this executable")
        && outcome.error.hasSuffix("; there are no states in the page\n"), "\(outcome)")
    #expect(desk.playhead("page r.playhead -o w.html --without-state").error.isEmpty)
    let meta = try meta(page())
    let why = try #require(meta["noStates"] as? String)
    #expect(why.hasPrefix("this page was made without the stores of the app 'raffle'; "))
    #expect(blocks(meta, "actions") == 1)
  }
}
