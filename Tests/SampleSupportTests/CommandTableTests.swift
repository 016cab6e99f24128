import FluxTesting
import PlayheadFlux
import PlayheadTerminal
import SampleSupport
import Testing

private enum Color: String, CaseIterable { case red, blue }

private let table = CommandTable<Lines>(
  TextCommand("go", "go") { calls, _ in calls.add("go") },
  TextCommand("like POST", "like a post") { calls, words in
    calls.add("like \(try words.number("a post's number"))")
  },
  TextCommand("paint COLOR [NAME]", "paint something") { calls, words in
    let color = try words.choice("a color", of: Color.self)
    calls.add("paint \(color) \(words.word() ?? "all")")
  },
  TextCommand("say [TEXT]", "say something") { calls, words in
    calls.add("say '\(try words.text(usage: nil))'")
  })

private func calls(of lines: String...) throws -> [String] {
  let calls = Lines()
  for line in lines { try table.perform(line, on: calls) }
  return calls.all
}

@Suite struct `The command table` {
  @Test func `the command table returns the answer of a command that has one`() throws {
    let clock = CommandTable<Lines>(
      TextCommand("time", telling: "what time it is") { _, _ in "noon" })
    #expect(try clock.perform("time", on: Lines()) == "noon")
    #expect(try clock.perform("help", on: Lines()) == clock.help)
    #expect(try table.perform("go", on: Lines()) == nil)
  }

  @Test
  func
    `the command table performs the command that a line's first word names, with its other words`()
    throws
  {
    #expect(
      try calls(of: "go\r", "  like\t4", "paint red", "paint blue door")
        == ["go", "like 4", "paint red all", "paint blue door"])
  }

  @Test func `the last text of a command in a command table is all that follows on the line`()
    throws
  {
    #expect(
      try calls(of: "say", "say a  b c d", #"say \t"#) == ["say ''", "say 'a  b c d'", "say '\t'"])
  }

  @Test func `the command table performs no command for an empty line or a comment`() throws {
    #expect(try calls(of: "", "   ", "\r", "# go", "#go") == [])
  }

  @Test func `the command table lists its commands in columns`() {
    #expect(
      table.help == """
        go                  go
        like POST           like a post
        paint COLOR [NAME]  paint something
        say [TEXT]          say something

        Lines that begin with # are remarks.
        """)
  }

  @Test(arguments: [
    ("like", "a post's number is missing; say 'like POST'"),
    ("like 3 4", "'like' does not take '4'; say 'like POST'"),
    ("paint", "a color (red, blue) is missing; say 'paint COLOR [NAME]'"),
    ("paint green", "'green' is not a color; there is red, blue"),
    ("lik 3", "unknown command 'lik'; did you mean 'like'?"),
    ("hepl", "unknown command 'hepl'; did you mean 'help'?"),
    ("frobnicate", "unknown command 'frobnicate'; 'help' lists the commands"),
    (#"say \q"#, #"'\q' means nothing; a backslash itself is written '\\'"#),
  ])
  func `the command table refuses a wrong line with a sentence and performs nothing`(
    line: String, sentence: String
  ) throws {
    let calls = Lines()
    let error = #expect(throws: CommandError.self) { try table.perform(line, on: calls) }
    #expect(error?.sentence == sentence)
    #expect(calls.all == [])
  }
}
