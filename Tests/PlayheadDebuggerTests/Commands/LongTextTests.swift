import PlayheadDebugger
import TestSupport
import Testing

/// What `log` shows of a change within a text of over 1,000 bytes.
@Suite struct LongTextTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    let text = "A-7" + String(repeating: "x", count: 1_200)
    try desk.write("insert \(text)\ninsert y\n".utf8, to: "a.txt")
    try #require(desk.playhead("record text-editor -i a.txt -o a.playhead").code == .good)
  }

  @Test func `'log -p' prints the place of the change, and its JSON has a splice`() throws {
    let text = desk.playhead("log a.playhead end..end -p").output
    #expect(text.contains("«y»\" at 1,203"), "\(text)")
    let json = desk.playhead("log a.playhead end..end -p --json").output
    #expect(
      json.contains(
        #"{"op":"splice","path":"/document/text","at":1203,"old":"","value":"y"}"#), "\(json)")
  }

  @Test func `'log -- PATH' prints the place of the change`() throws {
    let line = desk.playhead("log a.playhead end..end -- document.text").output
    #expect(line.contains(#"document.text at 1,203: "" → "y""#), "\(line)")
  }

  @Test func `'log --contains' gives whole values, which have the text`() throws {
    let json = desk.playhead("log a.playhead end..end --contains A-7 --json").output
    #expect(json.contains(#""path":"/document/text","value":"A-7xxx"#), "\(json.prefix(300))")
  }
}
