import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadValues
import TestSupport
import Testing

@testable import PlayheadDebugger

/// Names and values that would steer a terminal, through every command of the tool and of the conversation.
@Suite struct HostileNameTests {
  private let desk: Desk
  /// The inputs, each under an evil name: a log, and what is none or not a whole one.
  private let inputs: [String]
  private var log: String { inputs[0] }

  /// The same for all tests, which only read them.
  private nonisolated(unsafe) static let shared = Result { try makeInputs() }

  init() throws { (desk, inputs) = try Self.shared.get() }

  private static func makeInputs() throws -> (Desk, [String]) {
    let desk = try Desk(apps: [Hostile.self])
    func path(_ name: String) -> String { desk.path("\(name) \(Evil.word).playhead") }
    let log = path("whole")
    try Hostile.record(to: log)
    try Hostile.record(to: path("other app"), as: "other " + Evil.word)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: log)))
    var damaged = bytes
    for place in bytes.count / 2..<bytes.count / 2 + 20 { damaged[place] ^= 0xFF }
    try Data(damaged).write(to: URL(fileURLWithPath: path("damaged")))
    try Data(bytes.dropLast(bytes.count / 3)).write(to: URL(fileURLWithPath: path("torn")))
    try Data("say \(Evil.typed)\n\(Evil.word)".utf8).write(to: URL(fileURLWithPath: path("text")))
    try Data().write(to: URL(fileURLWithPath: path("empty")))
    try FileManager.default.createDirectory(
      atPath: path("folder"), withIntermediateDirectories: true)
    try desk.makeBuild("build \(Evil.word).playhead", of: Desk.tool)
    let names = ["whole", "other app", "damaged", "torn", "text", "empty", "folder", "missing"]
    return (desk, (names + ["build"]).map(path))
  }

  private var commands: [any Command] {
    let tool = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
    return tool.commands + [HelpCommand(tool: tool)]
  }

  @Test func `this suite has a call of every command of the tool`() {
    #expect(Set(commands.map(\.name)) == Set(CommandCalls.all.keys))
  }

  @Test(arguments: CommandCalls.all.keys.sorted())
  func `no command prints control characters from names and values of a log`(name: String) throws {
    let call = try #require(CommandCalls.all[name])
    for input in inputs { try check(name, call(files(input)), input: "log\nprint\nwhen\n") }
  }

  @Test(arguments: CommandCalls.all.keys.sorted())
  func `no command prints control characters from its own arguments`(name: String) throws {
    let call = try #require(CommandCalls.all[name])
    let command = try #require(commands.first { $0.name == name })
    try check(name, [Evil.word, Evil.word, Evil.word, Evil.word])
    try check(name, ["--" + Evil.word])
    for shape in command.parameters.map(\.spec) where shape.isNamed {
      try check(name, [shape.name, fresh()] + call(files(log)))
    }
  }

  @Test func `'compare' prints no control characters from the name of the other build`() throws {
    let build = inputs[inputs.count - 1]
    for log in Soak.isOn ? inputs : [log, build] { try check("compare", [log, "--with", build]) }
  }

  @Test func `the error for an unknown command prints no control characters`() throws {
    try check(Evil.word, [])
    try check("--" + Evil.word, [])
    try check("fixture", [Evil.word])
  }

  // MARK: The conversation

  /// Lines that bring each command of the conversation to what it has to say; a new one needs a line here.
  private static let lines: [String: [String]] = {
    let store = StatePath([.field(Hostile.store)]).description
    return [
      "step": ["goto 0", "step"], "back": ["back"], "goto": ["goto \(Evil.typed)", "goto 2"],
      "continue": ["goto 0", "break", "continue"], "reverse-continue": ["break", "rc"],
      "last": ["last \(store)"],
      "bisect": ["bisect --where \"step > 0\"", "bisect --where \(Evil.typed)"],
      "undo": ["goto 1", "undo"], "redo": ["goto 1", "undo", "redo"],
      "when": ["when"], "state": ["state", "print \(store)", "print \(Evil.typed)"],
      "diff": ["diff 0..end", "diff 0..end \(store)"],
      "log": ["log 0..", "log -t \(Evil.typed)", "log 0.. --print payload"],
      "show": ["show 1", "show \(Evil.typed)"], "history": ["history \(store)"],
      "list": ["list", "goto 1", "list"], "find": ["find evil", "find \(Evil.typed)"],
      "view": ["view", "view \(Evil.typed)"],
      "display": ["display \(store)", "display \(Evil.typed)", "step"],
      "undisplay": ["display \(store)", "undisplay", "undisplay \(Evil.typed)"],
      "blame": ["blame", "blame \(store)"],
      "break": ["break \(Evil.typed)", "break if \(Evil.typed)"],
      "tbreak": ["tbreak \(Evil.typed)", "tbreak if \(Evil.typed)"],
      "watch": ["watch \(store)", "goto 0", "c"], "delete": ["delete \(Evil.typed)"],
      "bookmark": ["bookmark \(Evil.typed)", "bookmark a", "bookmarks"],
      "skip": ["goto 1", "skip"],
      "edit": ["goto 1", "edit names {\"\(Evil.typed)\":1}", "edit \(Evil.typed)"],
      "insert": ["insert \(Evil.typed)", "insert Say {}"], "move": ["goto 1", "move 2"],
      "branch": ["goto 1", "skip", "branch"], "compare": ["goto 1", "skip", "compare"],
      "revert": ["goto 1", "skip", "revert"], "leave": ["goto 1", "skip", "leave"],
      "save": ["goto 1", "skip", "save SAVED", "save SAVED"], "reload": ["reload"],
      "help": ["help", "help \(Evil.typed)"], "quit": ["quit"],
    ]
  }()

  @Test func `this suite has input lines for every command of 'debug'`() {
    #expect(Set(REPLCommands.all.map(\.name)) == Set(Self.lines.keys))
  }

  @Test func `no command of 'debug' prints control characters from a log or its input`() throws {
    for verb in Self.lines.keys.sorted() {
      let saved = desk.path("saved \(UUID()) \(Evil.typed).playhead")
      let lines = try #require(Self.lines[verb]).map { $0.replacing("SAVED", with: saved) }
      try check("debug", [log], input: (lines + [Evil.typed]).joined(separator: "\n") + "\n")
    }
  }

  @Test func `Tab in 'debug' completes and offers no text with control characters`() throws {
    let terminal = MemoryTerminal(editing: [
      "break \t\t", "print \t\t", "goto 1", "edit \t\t", "edit names \t\t",
    ])
    _ = run(["debug", log], on: terminal)
    let shown = terminal.offered + terminal.editedLines
    #expect(shown.compactMap { Evil.complaint(about: Array($0.utf8), isColored: false) } == [])
  }

  @Test func `'state --raw' prints exact bytes to a pipe and escapes them on a terminal`() throws {
    let path = StatePath([
      .field(Hostile.store), .field(Hostile.Said.CodingKeys.texts.rawValue), .index(0),
    ])
    let call = ["state", log, "end", path.description, "--raw"]
    let pipe = MemoryTerminal()
    #expect(run(call, on: pipe) == .good)
    #expect(pipe.outputText == Evil.word)
    let terminal = MemoryTerminal()
    terminal.terminals = [.output]
    #expect(run(call, on: terminal) == .good)
    #expect(terminal.outputText == Evil.word.visibleLines)
  }

  // MARK: Calls

  /// Words for a call about `log`.
  private func files(_ log: String) -> CommandCalls.Files {
    CommandCalls.Files(
      log: log, input: log, output: fresh(), build: fresh(), app: Hostile.appName)
  }

  /// A name for a file that is not there yet.
  private func fresh() -> String { desk.path("\(UUID()) \(Evil.word).playhead") }

  /// Makes a call without looks, with them, and for a program, and reads all bytes of both streams.
  private func check(_ name: String, _ words: [String], input: String = "") throws {
    for mode in ["plain", "colored", "--json"] {
      let terminal = MemoryTerminal(input: input)
      terminal.readSize = 65_536
      if mode == "colored" { terminal.terminals = [.output] }
      if name == "compare" { terminal.programFile = Desk.tool }
      // Only Ctrl-C ends a server.
      if name == "serve" { terminal.paused = { _ = $0.interrupted?() } }
      let more = mode == "--json" ? ["--json"] : []
      // Each call has files of its own.
      let own = words.map { $0.hasPrefix(desk.path("")) && !inputs.contains($0) ? fresh() : $0 }
      _ = run(name.split(separator: " ", maxSplits: 1).map(String.init) + more + own, on: terminal)
      for bytes in [terminal.output, terminal.error] {
        let complaint = Evil.complaint(about: bytes, isColored: mode == "colored")
        #expect(complaint == nil, "\(name), \(mode), \(own.map(\.visible))")
      }
      guard mode == "--json", name != "help" else { continue }
      for line in terminal.output.split(separator: UInt8(ascii: "\n")) {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
        }
      }
    }
  }

  private func run(_ words: [String], on terminal: MemoryTerminal) -> ExitCode {
    PlayheadCommand.tool(named: "playhead", apps: desk.apps).run(words, Console(terminal))
  }
}
