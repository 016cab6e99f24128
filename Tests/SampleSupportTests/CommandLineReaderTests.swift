import FluxTesting
import PlayheadFlux
import PlayheadTerminal
import SampleSupport
import Testing

@Suite struct `A reader of a line` {
  @Test func `a reader of a line takes word after word, whatever blanks are between`() {
    var reader = CommandLineReader("  one\ttwo   three ")
    #expect(
      [reader.word(), reader.word(), reader.word(), reader.word()] == ["one", "two", "three", nil])
  }

  @Test func `a reader of a line leaves all but one blank to the text`() throws {
    var reader = CommandLineReader("say   a b ")
    #expect(reader.word() == "say")
    #expect(try reader.text(usage: nil) == "  a b ")
    #expect(reader.word() == nil)
  }

  @Test func `a reader of a line resolves escapes`() throws {
    var reader = CommandLineReader(#"a\nb\tc\\d"#)
    #expect(try reader.text(usage: nil) == "a\nb\tc\\d")
  }

  @Test
  func `a reader of a line resolves escapes from the first word of a text that has to be there`()
    throws
  {
    var reader = CommandLineReader(#"issue  a\nb  c"#)
    #expect(reader.word() == "issue")
    #expect(try reader.text("a title") == "a\nb  c")
    #expect(throws: (any Error).self) { try reader.text("a title") }
  }

  @Test func `a reader of a line ends a line before its return`() throws {
    var reader = CommandLineReader("say a\r")
    #expect(reader.word() == "say")
    #expect(try reader.text(usage: nil) == "a")
  }

  @Test(arguments: ["7": 7, "-7": -7, "+7": 7])
  func `a reader of a line reads numbers`(word: String, number: Int) throws {
    var reader = CommandLineReader(word)
    #expect(try reader.number("a number") == number)
  }

  @Test(arguments: ["7.5", "seven", "99999999999999999999"])
  func `a reader of a line refuses what is no whole number`(word: String) {
    var reader = CommandLineReader(word)
    #expect(throws: CommandError("'\(word)' is not a number")) { try reader.number("a number") }
  }

  @Test func `a reader of a line refuses an empty text only where one is needed`() throws {
    var reader = CommandLineReader("")
    #expect(try reader.text(usage: nil) == "")
    #expect(throws: CommandError("there is no text to insert; say 'say TEXT'")) {
      try reader.text(usage: "say TEXT")
    }
  }

  @Test(arguments: [
    ("say", "a name is missing; say 'say TEXT'"), ("say  ", "a name is missing; say 'say TEXT'"),
  ])
  func `names the text that is missing`(line: String, sentence: String) {
    let table = CommandTable<Lines>(
      TextCommand("say TEXT", "say something") { lines, words in lines.add(try words.text("a name"))
      })
    #expect(throws: CommandError(sentence)) { try table.perform(line, on: Lines()) }
  }

  @Test func `a reader of a line refuses what is left over`() throws {
    var reader = CommandLineReader("one two")
    #expect(reader.word() == "one")
    #expect(throws: CommandError("'one' does not take 'two'; 'help' lists what it takes")) {
      try reader.finish(after: "one")
    }
    try reader.finish(after: "one")
  }
}

@Suite struct `A width` {
  @Test func `a width is filled with blanks and never cut`() {
    #expect("ab".padding(to: 4) == "ab  ")
    #expect("abcde".padding(to: 4) == "abcde")
  }
}

@Suite struct `Text for a terminal` {
  @Test func `text for a terminal is seen and not obeyed, on one line`() {
    #expect("a\u{1B}[2J\tb\u{7F}\n\u{9B}\u{2028}é".printable == "a␛[2J␉b␡␊\u{FFFD}\u{FFFD}é")
  }
}

@Suite struct `Blocking` {
  @Test func `blocking returns when the work is done`() async {
    let done = Lines()
    await onOwnThread {
      blocking {
        await Task.yield()
        done.add("work")
      }
      done.add("returned")
    }
    #expect(done.all == ["work", "returned"])
  }
}
