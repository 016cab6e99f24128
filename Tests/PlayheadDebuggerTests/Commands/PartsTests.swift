import PlayheadDebugger
import PlayheadLog
import TestSupport
import Testing

/// What the commands say of logs of several parts, and of such as begin later.
@Suite struct PartsTests {
  @Test func `'recover' joins parts that are named in the wrong order`() throws {
    let desk = try Desk()
    try desk.record(chunks: 2, to: "a.playhead")
    try desk.record(chunks: 2, after: 20, to: "b.playhead")
    let outcome = desk.playhead("recover b.playhead a.playhead -o saved.playhead")
    #expect(outcome.output.hasSuffix("\n  nothing is lost\n") && outcome.code == .good)
    #expect(desk.playhead("verify saved.playhead").code == .good)
  }

  @Test func `parts in the wrong order inside a log are reported and not read`() throws {
    let desk = try Desk()
    try desk.record(chunks: 2, to: "a.playhead")
    try desk.record(chunks: 2, after: 20, to: "b.playhead")
    try desk.write(desk.bytes("b.playhead") + desk.bytes("a.playhead"), to: "s.playhead")
    let outcome = desk.playhead("info s.playhead")
    #expect(
      outcome.error.hasSuffix(
        "not read: steps 1–20, because later steps come first; join the parts again, in the order of their steps\n"
      ))
    #expect(outcome.code == .badAnswer)
  }

  @Test func `'recover' refuses parts of two sessions and leaves a second session out`() throws {
    let desk = try Desk()
    try desk.record(chunks: 2, to: "a.playhead")
    try desk.record(chunks: 2, of: 8, to: "b.playhead")
    let refused = desk.playhead("recover a.playhead b.playhead -o saved.playhead")
    #expect(refused.code == .unusable)
    #expect(refused.error.contains("b.playhead' is from another session than '"))
    try desk.write(desk.bytes("a.playhead") + desk.bytes("b.playhead"), to: "s.playhead")
    let outcome = desk.playhead("recover s.playhead -o saved.playhead")
    #expect(outcome.output.hasPrefix("saved.playhead: kept 20 actions, "))
    #expect(outcome.output.contains("\n  another recording begins at byte "))
    #expect(outcome.output.hasSuffix(" and is left out\n") && outcome.code == .badAnswer)
  }

  @Test func `a log that continues after a crash says where the app stopped`() throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 1, crashes: true, to: "a.playhead")
    try desk.record(chunks: 1, after: 10, to: "b.playhead")
    try desk.write(desk.bytes("a.playhead") + desk.bytes("b.playhead"), to: "ab.playhead")
    let earlier = "earlier, the app stopped while handling step 10"
    let info = desk.playhead("info ab.playhead").output
    #expect(info.contains("yes; \(earlier)\n"), "\(info)")
    let debug = desk.playhead("debug ab.playhead", on: MemoryTerminal(input: "q\n")).output
    #expect(debug.contains("\nit was closed properly; \(earlier)\n"), "\(debug)")
    let whole = desk.playhead("info b.playhead").output
    #expect(!whole.contains("earlier"), "\(whole)")
  }

  @Test func `'info' counts the time of a part that follows the end of the log`() throws {
    let desk = try Desk()
    try desk.record(chunks: 2, to: "a.playhead")
    try desk.record(chunks: 2, after: 200, to: "b.playhead")
    let later = try desk.bytes("b.playhead")
    var length = 0
    for _ in 0..<3 { length += try later[length...].withUnsafeBytes { try LZ4Frame.length($0) } }
    try desk.write(try desk.bytes("a.playhead") + later[..<length], to: "s.playhead")
    #expect(desk.playhead("info s.playhead").output.contains("lasted       220.0 ms\n"))
  }

  @Test(arguments: ["pack LOG -o new.playhead", "cut LOG 1..5 -o new.playhead"])
  func `'pack' and 'cut' refuse a log that lacks a part until it is recovered`(call: String) throws
  {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 1, to: "a.playhead")
    try desk.record(chunks: 1, after: 20, to: "b.playhead")
    try desk.write(desk.bytes("a.playhead") + desk.bytes("b.playhead"), to: "s.playhead")
    let refused = desk.playhead(call.replacing("LOG", with: "s.playhead"))
    #expect(
      refused.error.hasPrefix(
        "playhead: 's.playhead' lacks steps 11–20, and no gap says why; 'playhead recover "))
    #expect(refused.code == .badAnswer && refused.output.isEmpty)
    #expect(throws: (any Error).self) { try desk.bytes("new.playhead") }
    #expect(desk.playhead("recover s.playhead -o saved.playhead").code == .badAnswer)
    #expect(desk.playhead(call.replacing("LOG", with: "saved.playhead")).code == .good)
  }

  @Test func `'diff' compares the state after lost actions like any other`() throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 1, to: "a.playhead")
    try desk.record(chunks: 1, after: 10, to: "b.playhead")
    var bytes = try desk.bytes("a.playhead")
    let header = try bytes.withUnsafeBytes { try LZ4Frame.length($0) }
    bytes[header + 25] ^= 1
    try desk.write(bytes + desk.bytes("b.playhead"), to: "s.playhead")
    let outcome = desk.playhead("diff s.playhead 10..11 sum")
    #expect(
      outcome.output == """
        − step 10  the state after an action that is lost
        + step 11  +0.011s  Count(number: 11)
        − 0
        + 11

        """)
    #expect(outcome.error.hasSuffix("; lost: steps 1–10\n"), "\(outcome.error)")
    #expect(outcome.code == .badAnswer)
  }

  @Test func `a log that starts at a later step says so`() throws {
    let desk = try Desk()
    try desk.record(chunks: 2, after: 70, to: "s.playhead")
    #expect(desk.playhead("info s.playhead").output.contains("with the state at step 70\n"))
    #expect(
      desk.playhead("show s.playhead 3").error
        == "playhead: step 3 is not in this log, which has steps 70 to 90\n")
    #expect(
      desk.playhead("show s.playhead 70").error.contains("the log begins with the state at step 70")
    )
    #expect(desk.playhead("show s.playhead 50%").output.hasPrefix("step 80"))
    #expect(desk.playhead("verify s.playhead").code == .good)
  }
}
