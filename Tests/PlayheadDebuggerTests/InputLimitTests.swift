import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// Inputs that have no length to tell: they are read to their end if it comes before a limit.
@Suite struct InputLimitTests {
  @Test func `'record' refuses an endless script as soon as it exceeds the input limit`() throws {
    for (input, advice) in [
      ("/dev/zero", "'/dev/zero' is longer than 20.0 kB and may be endless; name a regular file"),
      (
        "-",
        "standard input is longer than 20.0 kB and may be endless; write it into a file and name that file"
      ),
    ] {
      let endless = MemoryTerminal()
      endless.beforeRead = { $0.input = [UInt8](repeating: 0, count: 4_096) }
      let outcome = try Desk().playhead(
        "record text-editor -i \(input) -o s.playhead", on: endless, inputLimit: 20_000)
      #expect(outcome == Outcome(error: "playhead: \(advice)\n", code: .unusable))
    }
  }

  @Test(arguments: ["-", "pipe.txt"])
  func `'record' accepts a script as long as the input limit and refuses one that is a byte longer`(
    input: String
  ) throws {
    let desk = try Desk()
    let script = try EditingSession.trace(actions: 20)
    let exact = try desk.record(script, through: input, inputLimit: script.count)
    #expect(exact.code == .good, "\(exact.error)")
    let over = try desk.record(script, through: input, inputLimit: script.count - 1)
    #expect(over.code == .unusable && over.error.contains(" is longer than "))
  }

  @Test
  func `the console reads a line as long as the input limit and refuses one that is a byte longer`()
    throws
  {
    let terminal = MemoryTerminal(input: "first\n" + String(repeating: "x", count: 20))
    let exact = Console(terminal, inputLimit: 20)
    #expect(try exact.readLine() == "first")
    #expect(try exact.readLine()?.count == 20)

    terminal.input = Array(repeating: UInt8(ascii: "x"), count: 21)
    let over = Console(terminal, inputLimit: 20)
    #expect(throws: InputError.endless(limit: 20)) { try over.readLine() }
  }
}

extension Desk {
  /// Records a script that comes through standard input, `-`, or through a named pipe.
  fileprivate func record(
    _ script: some Collection<UInt8>, through input: String, inputLimit: Int
  ) throws -> Outcome {
    let terminal = MemoryTerminal()
    if input == "-" {
      terminal.input = Array(script)
    } else {
      try feed(Data(script), to: path(input))
    }
    return playhead(
      "record text-editor -i \(input) -o \(inputLimit).playhead", on: terminal,
      inputLimit: inputLimit)
  }

  /// Lets a thread write `bytes` into a named pipe; it waits until somebody reads there.
  private func feed(_ bytes: Data, to path: String) throws {
    unlink(path)
    try #require(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      try? pipe.write(contentsOf: bytes)
      try? pipe.close()
    }
  }
}
