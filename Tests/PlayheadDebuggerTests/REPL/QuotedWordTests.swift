import PlayheadDebugger
import TestSupport
import Testing

/// What double quotes mean in a line of a conversation.
@Suite struct QuotedWordTests {
  private func answer(_ lines: String...) throws -> String {
    let desk = try Desk()
    try Raffle.record(to: desk.path("raffle.playhead"))
    return desk.playhead("debug raffle.playhead", on: MemoryTerminal(piped: lines)).output
  }

  @Test(arguments: [
    #"log 0.. --where="step > 6""#, #"log 0.. --where "step > 6""#, #"log 0.. "--where=step > 6""#,
  ])
  func `quotation marks keep an option's value together`(line: String) throws {
    let output = try answer(line)
    #expect(output.contains("* 7  +7.750s  Announce"), "\(output)")
    #expect(!output.contains("Sell"))
  }

  @Test(arguments: [
    #"bisect step > 6"#, #"bisect --where step > 6"#, #"bisect 0.. --where step > 6"#,
    #"bisect 0.. --where "step > 6" --monotone"#,
  ])
  func `'bisect' accepts a condition without quotation marks`(line: String) throws {
    let output = try answer(line)
    #expect(output.contains("step 7 "), "\(output)")
  }

  @Test func `quotation marks in a condition enclose a column's name`() throws {
    let output = try answer(#"break Sell if "stpe" > 3"#, "break")
    #expect(output.contains("unknown column 'stpe' at character 1; did you mean 'step'?"))
    #expect(output.contains("no breakpoints or watchpoints"))
  }
}
