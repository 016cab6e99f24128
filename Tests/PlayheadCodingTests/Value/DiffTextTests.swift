import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct DiffTextTests {
  @Test func `a printed diff of sets and dictionaries shows changed elements and keys`() {
    let old: Value = ["s": .set([1, 2]), "d": .dictionary([.init("a b", 1), .init("c", 1)])]
    let new: Value = ["s": .set([2, 3]), "d": .dictionary([.init("a b", 2), .init("c", 1)])]
    #expect(
      Diff(from: old, to: new).text() == """
          (
            s: Set([
        −     1,
              … 1 unchanged,
        +     3
            ]),
            d: [
        −     "a b": 1,
        +     "a b": 2,
              … 1 unchanged
            ]
          )
        """)
  }

  @Test func `a printed diff of a long text shows only the changed part`() {
    let head = String(repeating: "0123456789", count: 5_210)
    let tail = String(repeating: "abcdefghij", count: 20)
    let old: Value = ["text": .string(head + "fox é" + tail)]
    let new: Value = ["text": .string(head + "cat è" + tail)]
    #expect(
      Diff(from: old, to: new).text(named: "Document") == """
          Document(
        −   text: "…01234567890123456789«fox é»abcdefghijabcdefghij…" at 52,100
        +   text: "…01234567890123456789«cat è»abcdefghijabcdefghij…" at 52,100
          )
        """)
  }
}
