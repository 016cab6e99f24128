import FluxTesting
import PlayheadFlux
import PlayheadTerminal
import SampleSupport
import Testing

@Suite struct `The command line reader` {
  @Test func `the command line reader splits words at spaces and tabs`() {
    var reader = CommandLineReader("  one\ttwo   three ")
    #expect(
      [reader.word(), reader.word(), reader.word(), reader.word()] == ["one", "two", "three", nil])
  }

  @Test func `the command line reader keeps all but one space before a text`() throws {
    var reader = CommandLineReader("say   a b ")
    #expect(reader.word() == "say")
    #expect(try reader.text(usage: nil) == "  a b ")
    #expect(reader.word() == nil)
  }

  @Test func `the command line reader resolves escapes in a text`() throws {
    var reader = CommandLineReader(#"a\nb\tc\\d"#)
    #expect(try reader.text(usage: nil) == "a\nb\tc\\d")
  }

  @Test
  func `the command line reader resolves escapes from a required text's first word on`()
    throws
  {
    var reader = CommandLineReader(#"issue  a\nb  c"#)
    #expect(reader.word() == "issue")
    #expect(try reader.text("a title") == "a\nb  c")
    #expect(throws: (any Error).self) { try reader.text("a title") }
  }

  @Test func `the command line reader drops a carriage return at the end of a line`() throws {
    var reader = CommandLineReader("say a\r")
    #expect(reader.word() == "say")
    #expect(try reader.text(usage: nil) == "a")
  }

  @Test(arguments: ["7": 7, "-7": -7, "+7": 7])
  func `the command line reader reads whole numbers with or without a sign`(
    word: String, number: Int
  ) throws {
    var reader = CommandLineReader(word)
    #expect(try reader.number("a number") == number)
  }

  @Test(arguments: ["7.5", "seven", "99999999999999999999"])
  func `the command line reader refuses a word that is not a whole number`(word: String) {
    var reader = CommandLineReader(word)
    #expect(throws: CommandError("'\(word)' is not a number")) { try reader.number("a number") }
  }

  @Test func `the command line reader refuses an empty text only where a text is required`() throws
  {
    var reader = CommandLineReader("")
    #expect(try reader.text(usage: nil) == "")
    #expect(throws: CommandError("there is no text to insert; say 'say TEXT'")) {
      try reader.text(usage: "say TEXT")
    }
  }

  @Test(arguments: [
    ("say", "a name is missing; say 'say TEXT'"), ("say  ", "a name is missing; say 'say TEXT'"),
  ])
  func `a command table's error for a missing text names the text and the usage`(
    line: String, sentence: String
  ) {
    let table = CommandTable<Lines>(
      TextCommand("say TEXT", "say something") { lines, words in lines.add(try words.text("a name"))
      })
    #expect(throws: CommandError(sentence)) { try table.perform(line, on: Lines()) }
  }

  @Test func `the command line reader refuses words left over at the end of a line`() throws {
    var reader = CommandLineReader("one two")
    #expect(reader.word() == "one")
    #expect(throws: CommandError("'one' does not take 'two'; 'help' lists what it takes")) {
      try reader.finish(after: "one")
    }
    try reader.finish(after: "one")
  }
}

@Suite struct `Padding of text` {
  @Test func `padding fills a text with spaces and never shortens it`() {
    #expect("ab".padding(to: 4) == "ab  ")
    #expect("abcde".padding(to: 4) == "abcde")
  }
}

@Suite struct `Text for a terminal` {
  @Test
  func `the text property 'printable' replaces control characters and line breaks by visible ones`()
  {
    #expect("a\u{1B}[2J\tb\u{7F}\n\u{9B}\u{2028}é".printable == "a␛[2J␉b␡␊\u{FFFD}\u{FFFD}é")
  }
}

@Suite struct `Blocking on asynchronous work` {
  @Test func `the function 'blocking' returns only when its asynchronous work is done`() async {
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
