import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@testable import TextEditor

@Suite struct `A text buffer` {
  @Test(arguments: 1...(Soak.isOn ? 8 : 2) as ClosedRange<UInt64>)
  func
    `TextBuffer agrees with an array of scalars after each random edit, and its copies stay equal`(
      seed: UInt64
    )
  {
    var session = EditingSession(seed: seed)
    var copies: [(TextBuffer, TextOracle)] = []
    for step in 0..<150 {
      session.edit()
      #expect(session.oracle.agrees(with: session.buffer))
      if step.isMultiple(of: 10) { copies.append((session.buffer, session.oracle)) }
    }
    for (buffer, oracle) in copies { #expect(oracle.agrees(with: buffer)) }
  }

  @Test func `TextBuffer finds the line of each position and the range of each line`() {
    var session = EditingSession(seed: 8)
    for _ in 0..<100 { session.edit() }
    let lines = session.oracle.scalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      #expect(session.buffer.range(ofLine: number) == line.indices)
      let positions = line.startIndex...line.endIndex
      #expect(positions.allSatisfy { session.buffer.line(at: $0) == number })
    }
  }

  @Test func `TextBuffer clamps positions outside the text`() {
    var buffer = TextBuffer("abc")
    #expect(buffer.replace(at: -5, count: -1, with: "<") == "")
    #expect(buffer.replace(at: .max, count: .max, with: ">") == "")
    #expect(buffer.replace(at: 3, count: .max, with: "!") == "c>")
    #expect(buffer.replace(at: .min, count: .min, with: "") == "")
    #expect(buffer.string == "<ab!")
    #expect(buffer.string(in: -3..<99) == "<ab!")
    #expect(buffer.string(in: 50..<99) == "")
    #expect(buffer.line(at: .max) == 0)
    #expect(buffer.range(ofLine: .max) == 0..<4)
    #expect(buffer.range(ofLine: .min) == 0..<4)
  }

  @Test func `TextBuffer can insert and remove 20,000 lines in one edit`() {
    let book = String(repeating: "Ein Satz mit ü und 😀.\n", count: 20_000)
    var buffer = TextBuffer(book)
    #expect(buffer.string == book)
    #expect(buffer.replace(at: 0, count: .max, with: "") == book)
    #expect(buffer == TextBuffer())
    buffer.replace(at: 0, count: 0, with: book)
    #expect(buffer == TextBuffer(book))
  }

  @Test func `TextBuffer is encoded and decoded as one string`() throws {
    let buffer = TextBuffer("a\"\n😀")
    let json = try JSONEncoder().encode(["text": buffer])
    #expect(String(decoding: json, as: UTF8.self) == #"{"text":"a\"\n😀"}"#)
    #expect(try JSONDecoder().decode([String: TextBuffer].self, from: json) == ["text": buffer])
  }

  @Test func `TextBuffers with different but canonically equivalent scalars are not equal`() {
    #expect(TextBuffer("\u{e9}a") != TextBuffer("e\u{301}"))
    #expect(TextBuffer("\u{212b}") != TextBuffer("\u{2126}"))
    #expect(TextBuffer("ab") == TextBuffer("ab"))
  }

  @Test(arguments: 1...(Soak.isOn ? 2 : 1) as ClosedRange<UInt64>)
  func `TextBuffers with the same text are equal, however their tree nodes are split`(seed: UInt64)
  {
    var session = EditingSession(seed: seed)
    var earlier: [TextBuffer] = []
    for step in 0..<(Soak.isOn ? 200 : 100) {
      session.edit()
      let (buffer, text) = (session.buffer, session.oracle.string)
      #expect(buffer.hasSameText(as: TextBuffer(text)))
      for other in earlier.suffix(3) {
        let isSame = other.string.utf8.elementsEqual(text.utf8)
        #expect(buffer.hasSameText(as: other) == isSame, "step \(step)")
      }
      var changed = buffer
      let place = session.randomRange().lowerBound
      let removed = changed.replace(at: place, count: 1, with: "#")
      #expect(changed.hasSameText(as: buffer) == (removed == "#"), "step \(step)")
      #expect(changed.hasSameText(as: TextBuffer(changed.string)))
      earlier.append(buffer)
    }
  }
}

/// A buffer and its oracle under the same random edits.
private struct EditingSession {
  var buffer = TextBuffer()
  var oracle = TextOracle()
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func edit() {
    // Mostly typing, sometimes a paste over many leaves, sometimes a large cut.
    switch Int.random(in: 0..<20, using: &random) {
    case 0: replace(Int.random(in: 0...20, using: &random), insertingUpTo: 5_000)
    case 1: replace(Int.random(in: 0...3_000, using: &random), insertingUpTo: 10)
    default: replace(Int.random(in: 0...2, using: &random), insertingUpTo: 3)
    }
  }

  mutating func randomRange() -> Range<Int> {
    let start = Int.random(in: 0...oracle.scalars.count, using: &random)
    return start..<Int.random(in: start...oracle.scalars.count, using: &random)
  }

  private mutating func replace(_ wanted: Int, insertingUpTo limit: Int) {
    let start = Int.random(in: 0...oracle.scalars.count, using: &random)
    let count = min(wanted, oracle.scalars.count - start)
    let text = random.text(upTo: limit)
    let expected = oracle.replace(at: start, count: count, with: text)
    let removed = buffer.replace(at: start, count: count, with: text)
    #expect(removed.utf8.elementsEqual(expected.utf8))
  }
}
