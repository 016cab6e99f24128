import PlayheadDebugger
import PlayheadReplay
import TestSupport
import Testing

/// A call, and what the command made of it.
struct Call: Sendable, CustomTestStringConvertible {
  let words: [String]
  let result: String

  init(_ words: String, _ result: String) {
    self.words = words.split(separator: " ").map(String.init)
    self.result = result
  }

  var testDescription: String { words.joined(separator: " ") }

  var outcome: Outcome {
    let terminal = MemoryTerminal()
    let commands: [any Command] = [LogCommand(), RecordCommand(), VerifyCommand(), FailCommand()]
    let code = PlayheadCommand.tool(named: "playhead", commands: commands)
      .run(words, Console(terminal))
    return Outcome(output: terminal.outputText, error: terminal.errorText, code: code)
  }
}

@Suite struct UsageTests {
  @Test(arguments: [
    Call("log s", "s nil [] 10 nil false false"),
    Call("log -", "- nil [] 10 nil false false"),
    Call("log s ..end", "s true [] 10 nil false false"),
    Call("log s 1..2", "s false [] 10 nil false false"),
    Call("log s --type A -t B --type=C", "s nil [A|B|C] 10 nil false false"),
    Call("log -f s --limit 3", "s nil [] 3 nil true false"),
    Call("log --follow --follow s", "s nil [] 10 nil true false"),
    Call("log --a-condition-with-a-name=a=b s", "s nil [] 10 a=b false false"),
    Call("log --a-condition-with-a-name= s", "s nil [] 10  false false"),
    Call("log --a-condition-with-a-name=--x s", "s nil [] 10 --x false false"),
    Call("log --a-condition-with-a-name -5 s", "s nil [] 10 -5 false false"),
    Call("log s --json", "s nil [] 10 nil false true"),
    Call("record text-editor -o -", "text-editor to -"),
    Call("record -o=s.playhead cart", "cart to s.playhead"),
  ]) func `the command-line parser assigns arguments and options to their parameters`(call: Call) {
    #expect(call.outcome == Outcome(output: call.result + "\n"))
  }

  @Test func `arguments after '--' may start with a dash`() {
    let outcome = playhead("verify", "a", "--", "-b", "--json")
    #expect(outcome.output == "a is damaged\n-b is damaged\n--json is damaged\n")
  }

  @Test func `a command with a bad result exits with 1, and one that cannot use its file with 2`() {
    #expect(playhead("verify", "a") == Outcome(output: "a is damaged\n", code: .badAnswer))
    #expect(
      playhead("fail", "bad")
        == Outcome(
          output: "before\n", error: "playhead: the log 'a' does not fit\n", code: .badAnswer))
    #expect(
      playhead("fail", "worse")
        == Outcome(
          output: "before\n", error: "playhead: 'a' is a directory, not a log\n", code: .unusable))
  }

  @Test func `the error for a value that cannot be encoded does not show the value`() {
    #expect(
      playhead("fail", "secret").error
        == "playhead: a value cannot be encoded: its 'encode(to:)' refuses it; make its 'encode(to:)' "
        + "accept every value of its type\n")
  }

  @Test func `a command whose output is closed ends without an error`() {
    let terminal = MemoryTerminal()
    terminal.outputLimit = 3
    #expect(playhead("log", "s", on: terminal) == Outcome())
  }
}
