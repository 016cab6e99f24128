import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

private struct Line: Codable, Hashable, Sendable {
  var text: String
  var marks: [Mark] = []
}

private struct Mark: Codable, Hashable, Sendable {
  var at: Int?
  var tags: [String: [Int]] = [:]
}

private struct Write: Action { var lines: [Line] }

/// What is in a row names shapes by number, and a branch puts rows of several chunks beside each other.
@Suite struct NestedPayloadTests {
  @Test func `nested payloads of recorded actions stay the same beside edited and inserted ones`()
    throws
  {
    let written = [
      [Line(text: "a")], [Line(text: "b", marks: [Mark(at: 1), Mark()])], [],
      [Line(text: "c", marks: [Mark(tags: ["x": [1, 2]])])], [Line(text: "d"), Line(text: "e")],
    ]
    let make = making { [Store("lines", [Line]()).on(Write.self) { $0 += $1.lines }] }
    let session = try Session(make, .exact) { dispatcher, _ in
      for lines in written { dispatcher.dispatch(Write(lines: lines)) }
    }
    var branch = Branch(of: try session.replay())
    let new = [Line(text: "new", marks: [Mark(at: 7, tags: ["y": []])])]
    let payload = try CanonicalEncoder().tree(of: Write(lines: new))
    try branch.edit(2, payload: payload)
    try branch.insert("Write", payload: payload, after: 3)
    try branch.move(1, after: 4)
    let expected = [new, [], new, written[3], written[0], written[4]]
    for (place, lines) in expected.enumerated() {
      let step = Step(UInt64(place + 1))
      #expect(
        try branch.log.entry(at: step).payload()
          == CanonicalEncoder().tree(of: Write(lines: lines)))
    }
    #expect(
      try branch.state(at: 6).value(at: StatePath("lines"))
        == CanonicalEncoder().tree(of: expected.flatMap(\.self)))
  }
}
