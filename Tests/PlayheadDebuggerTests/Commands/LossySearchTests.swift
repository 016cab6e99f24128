import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import TestSupport
import Testing

/// Searches of a log of which a chunk is damaged: behind steps 11 to 20 no state is known.
@Suite struct LossySearchTests {
  private func desk() throws -> Desk {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 3, to: "c.playhead")
    var bytes = try desk.bytes("c.playhead")
    var start = 0
    for _ in 0..<2 { start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) } }
    bytes[start + 30] ^= 1
    try desk.write(bytes, to: "c.playhead")
    return desk
  }

  @Test func `'log --where' searches around a damaged chunk and shows the gap in its place`() throws
  {
    let outcome = try desk().playhead("log c.playhead --where \"payload->>'number' % 10 = 5\"")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix(" 5") && lines[2].hasPrefix("25"))
    #expect(lines[1].contains("! steps 11–20 are missing"))
    #expect(outcome.error.contains("'c.playhead' is damaged") && outcome.code == .badAnswer)
  }

  @Test func `'log --where' names the steps that cannot be checked after damage`() throws {
    let outcome = try desk().playhead("log c.playhead --where \"state('sum') > 40\" --json")
    #expect(
      outcome.output.split(separator: "\n").map { $0.prefix(10) } == [
        #"{"step":9,"#, #"{"step":10"#, #"{"gap":"da"#,
      ])
    #expect(
      outcome.error.contains(
        "warning: steps 21–30 could not be checked: they, or the steps before them, are damaged\n"))
    #expect(outcome.code == .badAnswer)
  }

  @Test func `'bisect' warns about steps before its result that could not be checked`() throws {
    let outcome = try desk().playhead("bisect c.playhead --where \"payload->>'number' > 15\"")
    #expect(
      outcome.output.hasSuffix(
        "Count(number: 21)\nscanned 12 steps\n"
          + "steps 11–20 before it could not be checked; it may be true there, too\n"))
    #expect(outcome.code == .badAnswer)
  }
}
