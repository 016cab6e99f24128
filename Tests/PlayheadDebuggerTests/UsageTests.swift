import PlayheadDebugger
import TestSupport
import Testing

@Suite struct UsageTests {
  @Test(arguments: [
    ("log s", "s nil [] 10 nil false false"),
    ("log -", "- nil [] 10 nil false false"),
    ("log s ..end", "s true [] 10 nil false false"),
    ("log s 1..2", "s false [] 10 nil false false"),
    ("log s --type A -t B --type=C", "s nil [A|B|C] 10 nil false false"),
    ("log -f s --limit 3", "s nil [] 3 nil true false"),
    ("log --follow --follow s", "s nil [] 10 nil true false"),
    ("log --a-condition-with-a-name=a=b s", "s nil [] 10 a=b false false"),
    ("log --a-condition-with-a-name= s", "s nil [] 10  false false"),
    ("log --a-condition-with-a-name=--x s", "s nil [] 10 --x false false"),
    ("log --a-condition-with-a-name -5 s", "s nil [] 10 -5 false false"),
    ("log s --json", "s nil [] 10 nil false true"),
    ("record text-editor -o -", "text-editor to -"),
    ("record -o=s.playhead cart", "cart to s.playhead"),
  ]) func `the command-line parser assigns arguments and options to their parameters`(
    call: String, result: String
  ) {
    #expect(playhead(call.split(separator: " ").map(String.init)) == Outcome(output: result + "\n"))
  }

  @Test func `arguments after '--' may start with a dash`() {
    let outcome = playhead("verify", "a", "--", "-b", "--json")
    #expect(outcome.output == "a is damaged\n-b is damaged\n--json is damaged\n")
  }

  @Test func `a command with a bad result exits with 1`() {
    #expect(playhead("verify", "a") == Outcome(output: "a is damaged\n", code: .badAnswer))
  }

  @Test func `a command whose output is closed ends without an error`() {
    let terminal = MemoryTerminal()
    terminal.outputLimit = 3
    #expect(playhead("log", "s", on: terminal) == Outcome())
  }
}
