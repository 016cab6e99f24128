import PlayheadCoding
import PlayheadDebugger
import PlayheadValues
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
    let toPerson = Console(person)
    try toPerson.print("a")
    #expect(person.outputText == "a\n")
  }

  @Test func `text and JSON printed to one console keep their order`() throws {
    let terminal = MemoryTerminal()
    let console = Console(terminal)
    try console.print("a")
    try console.print(["b": 1])
    try console.write("c")
    try console.flush()
    #expect(terminal.outputText == "a\n{\"b\":1}\nc")
  }

  @Test func `the console writes out its output before an error`() throws {
    let terminal = MemoryTerminal()
    let console = Console(terminal)
    try console.print("result")
    try console.printError("problem")
    #expect(terminal.outputText == "result\n")
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

  @Test(arguments: 1...8)
  func `the console reads whole lines, however many bytes each read returns`(readSize: Int) throws {
    let terminal = MemoryTerminal(input: "insert 0 héllo\r\n\n🙂\nlast")
    terminal.readSize = readSize
    let console = Console(terminal)
    var lines: [String] = []
    while let line = try console.readLine() { lines.append(line) }
    #expect(lines == ["insert 0 héllo", "", "🙂", "last"])
    #expect(try console.readLine() == nil)
  }

  @Test func `the console shows a prompt before it reads the answer`() throws {
    let terminal = MemoryTerminal(input: "yes\n")
    let console = Console(terminal)
    try console.write("> ")
    #expect(try console.readLine() == "yes")
    #expect(terminal.outputText == "> ")
  }

  @Test func `the console's 'readAll' after a line returns the lines after it`() throws {
    let console = Console(MemoryTerminal(input: "a\nb\nc"))
    #expect(try console.readLine() == "a")
    #expect(try console.readAll() == Array("b\nc".utf8))
    #expect(try console.readAll() == [])
    #expect(try console.readLine() == nil)
  }

  @Test func `the console keeps the bytes of an input line that is not UTF-8`() throws {
    let terminal = MemoryTerminal()
    terminal.input = [0x61, 0xFF, 0x0A]
    #expect(try Console(terminal).readLine() == FileName.text(of: [0x61, 0xFF]))
  }

  @Test func `the console is as wide as the terminal, or 80 columns by default`() {
    let terminal = MemoryTerminal()
    #expect(Console(terminal).width == 80)
    terminal.width = 132
    #expect(Console(terminal).width == 132)
  }
}

@Suite struct ProgressTests {
  let terminal = MemoryTerminal()
  static let erase = "\r\u{1B}[K"

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
    terminal.terminals = [.error]
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

  @Test func `progress shows at most 100% for work that exceeds its estimate`() {
    terminal.terminals = [.error]
    withProgress(of: 400) { progress, _ in
      for step in 1...4 { progress.advance(to: UInt64(step) * 300) }
    }
    #expect(terminal.errorText == "\rreplaying 100% (400 of 400 steps)\u{1B}[K")
  }

  @Test func `progress of long work shows the remaining time at its current speed`() {
    terminal.terminals = [.error]
    withProgress(of: 10_000) { progress, _ in
      for step in 1...30 { progress.advance(to: UInt64(step) * 100) }
    }
    #expect(terminal.errorText.hasSuffix("(2,800 of 10,000 steps), 8 s to go\u{1B}[K"))
    #expect(!terminal.errorText.contains("(1,900 of 10,000 steps), "))
  }

  @Test func `progress is not shown for work that ends quickly`() {
    terminal.terminals = [.error]
    withProgress(of: 3) { progress, _ in
      progress.advance(to: 3)
      progress.finish()
    }
    #expect(terminal.errorText == "")
  }

  @Test func `progress is not shown where standard error is no terminal`() {
    withProgress(of: 100) { progress, _ in
      for step in 1...100 { progress.advance(to: UInt64(step)) }
      progress.finish()
    }
    #expect(terminal.errorText == "")
  }

  @Test func `progress does not read the clock at every small step`() {
    terminal.terminals = [.error]
    withProgress(of: 20_000) { progress, _ in
      for step in 1...30 { progress.advance(to: UInt64(step)) }
    }
    #expect(terminal.errorText == "")
  }

  @Test func `a huge total number of steps does not delay the first progress message`() {
    terminal.terminals = [.error]
    withProgress(of: 10_000_000_000) { progress, _ in
      for step in 1...4_000 { progress.advance(to: UInt64(step)) }
    }
    #expect(terminal.errorText == "\rreplaying 0% (3,001 of 10,000,000,000 steps)\u{1B}[K")
  }

  @Test func `progress is erased before output is printed`() throws {
    terminal.terminals = [.error, .output]
    terminal.width = 20
    try withProgress(of: 0) { progress, console in
      for step in 1...4 { progress.advance(to: UInt64(step)) }
      try console.print("found")
      progress.finish()
    }
    #expect(terminal.errorText == "\rreplaying 4 steps\u{1B}[K" + Self.erase)
    #expect(terminal.outputText == "found\n")
  }

  @Test func `progress is cut to the width of a narrow terminal`() {
    terminal.terminals = [.error]
    terminal.width = 12
    withProgress(of: 2_000) { progress, _ in
      for step in 1...4 { progress.advance(to: UInt64(step) * 100) }
    }
    #expect(terminal.errorText == "\rreplaying 2\u{1B}[K")
  }
}
