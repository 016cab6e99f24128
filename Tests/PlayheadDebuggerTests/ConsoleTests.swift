import PlayheadValues
import PlayheadDebugger
import TestSupport
import Testing

@Suite struct ConsoleTests {
  @Test func `the console buffers output to a pipe and writes output to a terminal at once`() throws
  {
    let pipe = MemoryTerminal()
    let toPipe = Console(pipe)
    for _ in 0..<100_000 { try toPipe.print("123456789") }
    try toPipe.flush()
    #expect(pipe.output.count == 1_000_000)
    #expect(pipe.writes == 16)

    let person = MemoryTerminal()
    person.terminals = [.output]
    try Console(person).print("a")
    #expect(person.outputText == "a\n")
  }

  @Test func `the console writes out its output before an error`() throws {
    let terminal = MemoryTerminal()
    let console = Console(terminal)
    try console.print("result")
    terminal.written = { #expect($0.outputText == "result\n") }
    try console.printError("problem")
    #expect(terminal.errorText == "problem\n")
  }

  @Test func `the console wraps an error at words on a terminal, and nowhere else`() throws {
    let terminal = MemoryTerminal()
    try Console(terminal).printError("to be or not to be")
    terminal.terminals = [.error]
    terminal.width = 8
    try Console(terminal).printError("to be or not to be")
    #expect(terminal.errorText == "to be or not to be\nto be or\nnot to\nbe\n")
  }
}

@Suite struct ProgressTests {
  let terminal = MemoryTerminal()
  static let erase = "\r\u{1B}[K"

  init() { terminal.terminals = [.error] }

  /// Calls `work` with a clock that goes a tenth of a second on whenever it is read.
  func withProgress(of total: UInt64, work: (Progress, Console) throws -> Void) rethrows {
    var time = Duration.zero
    let console = Console(terminal)
    let progress = Progress("replaying", of: total, on: console) {
      time += .milliseconds(100)
      return time
    }
    try work(progress, console)
  }

  @Test func `progress is shown a few times a second and erased at the end`() {
    withProgress(of: 2_000) { progress, _ in
      for step in 1...9 { progress.advance(to: UInt64(step) * 100) }
      progress.finish()
    }
    #expect(
      terminal.errorText
        == "\rreplaying 20% (400 of 2,000 steps)\u{1B}[K"
        + "\rreplaying 35% (700 of 2,000 steps)\u{1B}[K"
        + Self.erase)
  }

  @Test func `progress of long work shows the remaining time at its current speed`() {
    withProgress(of: 10_000) { progress, _ in
      for step in 1...30 { progress.advance(to: UInt64(step) * 100) }
    }
    #expect(terminal.errorText.hasSuffix("(2,800 of 10,000 steps), 8 s to go\u{1B}[K"))
    #expect(!terminal.errorText.contains("(1,900 of 10,000 steps), "))
  }

  @Test
  func `progress is not shown for work that ends quickly or where standard error is no terminal`() {
    withProgress(of: 3) { progress, _ in
      progress.advance(to: 3)
      progress.finish()
    }
    terminal.terminals = []
    withProgress(of: 100) { progress, _ in
      for step in 1...100 { progress.advance(to: UInt64(step)) }
      progress.finish()
    }
    #expect(terminal.errorText == "")
  }

  @Test func `progress is erased before output, and never wider than the terminal or over 100%`()
    throws
  {
    terminal.terminals = [.error, .output]
    terminal.width = 20
    try withProgress(of: 0) { progress, console in
      for step in 1...4 { progress.advance(to: UInt64(step)) }
      try console.print("found")
      progress.finish()
    }
    #expect(terminal.errorText == "\rreplaying 4 steps\u{1B}[K" + Self.erase)
    (terminal.error, terminal.width, terminal.terminals) = ([], 12, [.error])
    withProgress(of: 2_000) { progress, _ in
      for step in 1...4 { progress.advance(to: UInt64(step) * 100) }
    }
    #expect(terminal.errorText == "\rreplaying 2\u{1B}[K")
    (terminal.error, terminal.width) = ([], nil)
    withProgress(of: 400) { progress, _ in
      for step in 1...4 { progress.advance(to: UInt64(step) * 300) }
    }
    #expect(terminal.errorText == "\rreplaying 100% (400 of 400 steps)\u{1B}[K")
  }
}
