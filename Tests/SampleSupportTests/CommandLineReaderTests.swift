import FluxTesting
import PlayheadFlux
import PlayheadTerminal
import SampleSupport
import Testing

@Suite struct `The command line reader` {
  @Test func `the command line reader keeps all but one space before a text`() throws {
    var reader = CommandLineReader("say   a b ")
    #expect(reader.word() == "say")
    #expect(try reader.text(usage: nil) == "  a b ")
    #expect(reader.word() == nil)
  }

  @Test
  func `the command line reader resolves escapes from a required text's first word on`()
    throws
  {
    var reader = CommandLineReader(#"issue  a\nb\tc\\d  e"#)
    #expect(reader.word() == "issue")
    #expect(try reader.text("a title") == "a\nb\tc\\d  e")
    #expect(throws: (any Error).self) { try reader.text("a title") }
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
