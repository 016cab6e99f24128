import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct JSONPatchTests {
  @Test func `applying a JSON patch to the first JSON gives the second`() throws {
    for seed in 0..<(Soak.isOn ? 2_000 : 400) {
      var generator = ValueGenerator(seed: UInt64(seed))
      let (old, new) = generator.pair()
      let patch = try JSONTree(Diff(from: old, to: new).jsonPatch.json)
      #expect(try JSONTree(old.json).patched(by: patch) == JSONTree(new.json), "seed \(seed)")
    }
  }

  static let cases: [(Value, Value, String)] = [
    (["a": 1], ["a": 2], #"[{"op":"replace","path":"/a","value":2,"old":1}]"#),
    (["a": 1], [], #"[{"op":"replace","path":"","value":[],"old":{"a":1}}]"#),
    (
      [1, 2, 3], [1, 3, 4],
      #"[{"op":"remove","path":"/1","old":2},{"op":"add","path":"/2","value":4}]"#
    ),
    (["a/~": 1, "b": 1], ["b": 1], #"[{"op":"remove","path":"/a~1~0","old":1}]"#),
    (
      .dictionary([.init(1, "a"), .init(3, "c")]),
      .dictionary([.init(1, "z"), .init(2, "b"), .init(3, "c")]),
      #"[{"op":"replace","path":"/0/value","value":"z","old":"a"},{"op":"add","path":"/1","value":{"key":2,"value":"b"}}]"#
    ),
    (
      .dictionary([]), .dictionary([.init(3, "c")]),
      #"[{"op":"replace","path":"","value":[{"key":3,"value":"c"}],"old":{}}]"#
    ),
  ]

  @Test func `a patch of a long text has only the changed part`() {
    // Four bytes and two UTF-16 units, and a letter of two code points.
    let start = "😀e\u{301}" + String(repeating: "x", count: 1_000)
    let diff = Diff(from: ["a": .string(start + "old.")], to: ["a": .string(start + "new.")])
      .abridged(over: 1_000)
    #expect(
      diff.jsonPatch.json
        == #"[{"op":"splice","path":"/a","at":1003,"old":"old","value":"new"}]"#)
    #expect(
      diff.pagePatch.json == #"[{"op":"splice","path":"/a","at":1004,"count":3,"value":"new"}]"#)
  }

  @Test func `a patch of a short text has both whole texts`() {
    let diff = Diff(from: ["a": "old"], to: ["a": .string(String(repeating: "x", count: 2_000))])
    #expect(diff.abridged(over: 1_000) == diff)
  }

  @Test(arguments: cases)
  func `a change of a value has the expected JSON patch`(_ old: Value, _ new: Value, _ json: String)
  {
    #expect(Diff(from: old, to: new).jsonPatch.json == json)
  }
}
