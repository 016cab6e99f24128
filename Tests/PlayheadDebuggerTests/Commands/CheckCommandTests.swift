import PlayheadInspector
import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadRecorder
import TestSupport
import Testing
import TextEditor

/// What 'check', 'compare' and 'fixture check' say without worker processes and after Ctrl-C; what they find is under
/// test in `CheckTests`.
@Suite struct CheckCommandTests {
  private let desk: Desk

  /// A desk with three logs, fixtures of them, and another build.
  init() throws {
    desk = try Desk(apps: [TextEditor.self, Safe.self])
    try desk.write("insert a\ninsert b\n".utf8, to: "a.txt")
    try desk.makeDirectory("kept.folder")
    for name in ["a", "b", "c"] {
      let log = "kept.folder/\(name).playhead"
      #expect(desk.playhead("record text-editor --input a.txt -o \(log)").code == .good)
      try desk.write("document.text = \"ab\"\n".utf8, to: "kept.folder/\(name).fixture.txt")
    }
    try desk.write(desk.bytes("kept.folder/a.playhead"), to: "a.playhead")
    try desk.makeDirectory("before")
    try desk.makeBuild("before/playhead", of: Desk.tool)
  }

  @Test func `'check' refuses a program that does not answer as a worker`() throws {
    let terminal = MemoryTerminal()
    terminal.programFile = "/bin/echo"
    let outcome = desk.playhead("check a.playhead --runs 2", on: terminal)
    #expect(outcome.output == "")
    #expect(
      outcome.error.hasPrefix(
        "playhead: no other process can be started to replay 'a.playhead': '/bin/echo' does not answer "
          + "as a worker; "), "\(outcome)")
    #expect(outcome.code == .unusable)
  }

  @Test func `'check' reports the steps of actions that two threads handled at the same time`()
    throws
  {
    let recording = try Recording(
      to: URL(filePath: desk.path("s.playhead")), app: "safe", stores: ["door"],
      states: [Safe.Door()])
    recording.record(Safe.Lock()) {
      let other = Thread { recording.record(Safe.Lock()) { [Safe.Door()] } }
      other.start()
      while !other.isFinished { Thread.sleep(forTimeInterval: 0.001) }
      return [Safe.Door()]
    }
    recording.record(Safe.Lock()) { [Safe.Door()] }
    try recording.close()
    let outcome = desk.playhead("check s.playhead --runs 2")
    #expect(
      outcome.output
        == "s.playhead: deterministic, 1 action, 2 replays in one process\n"
        + "  \(Gap(steps: 2...3, reason: .overlapped))\n")
    #expect(
      desk.playhead("check s.playhead --runs 2 --json").output.contains(
        #""overlaps":[{"gap":"overlapped","first":2,"last":3,"#))
  }

  @Test func `'compare' fails with an explanation if it cannot start worker processes`() {
    let outcome = desk.playhead("compare a.playhead --with before/playhead")
    #expect(
      outcome.error
        == "playhead: builds are compared in separate processes, and none can be started for this build; "
        + "start it as a program\n")
    #expect(outcome.code == .unusable)
  }

  // MARK: Other builds

  @Test
  func
    `AppExecutable waits up to its limit for a build that says nothing, but not for one that exits`()
    throws
  {
    for folder in ["slow", "ended"] { try desk.makeDirectory(folder) }
    try desk.makeScript("slow/playhead", "exec sleep 1000")
    try desk.makeBuild("ended/playhead", of: "/bin/true")
    #expect(throws: CompareError.silent(desk.path("slow/playhead"), seconds: 1)) {
      try AppExecutable(desk.path("slow/playhead"), startLimit: .seconds(1))
    }
    let began = ContinuousClock.now
    #expect(throws: CompareError.noTool(desk.path("ended/playhead"))) {
      try AppExecutable(desk.path("ended/playhead"))
    }
    #expect(began.duration(to: .now) < AppExecutable.startLimit / 2)
  }

  @Test func `'compare --with NAME' finds the build in PATH`() throws {
    desk.programFile = Desk.tool
    try desk.makeDirectory("tools")
    try desk.makeBuild("tools/old-editor", of: Desk.tool)
    let terminal = MemoryTerminal()
    terminal.variables["PATH"] = [desk.path("before"), desk.path("tools")].joined(separator: ":")
    let outcome = desk.playhead("compare a.playhead --with old-editor", on: terminal)
    #expect(outcome.output == "1 session: the same in both builds\n", "\(outcome)")
    let without = desk.playhead("compare a.playhead --with old-editor")
    #expect(without.code == .unusable, "\(without)")
  }

  @Test func `'compare -' reads a log from standard input`() throws {
    desk.programFile = Desk.tool
    let terminal = MemoryTerminal()
    terminal.input = try desk.bytes("a.playhead")
    let outcome = desk.playhead("compare - a.playhead --with before/playhead --json", on: terminal)
    #expect(
      outcome.output.split(separator: "\n") == [
        #"{"log":"-","app":"text-editor","actions":2,"same":true}"#,
        #"{"log":"a.playhead","app":"text-editor","actions":2,"same":true}"#,
      ])
    #expect(outcome.error == "" && outcome.code == .good)
  }

  @Test
  func `'compare' compares a log up to where its file is cut off, warns once and exits with 1`()
    throws
  {
    desk.programFile = Desk.tool
    let whole = try desk.bytes("a.playhead")
    // Behind the frames of the first states and of the actions.
    try desk.write(whole[..<(Desk.frames(whole)[2] + 10)], to: "cut.playhead")
    let outcome = desk.playhead("compare cut.playhead --with before/playhead")
    #expect(outcome.output == "1 session: the same in both builds\n", "\(outcome)")
    #expect(outcome.error.hasPrefix("warning: "), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1 && outcome.code == .badAnswer)
  }

  // MARK: Ctrl-C

  @Test
  func
    `after Ctrl-C, 'check' and 'fixture check' report how many of several logs they have checked`()
    throws
  {
    desk.programFile = Desk.tool
    for (call, noun) in [
      ("check kept.folder/a.playhead kept.folder/b.playhead kept.folder/c.playhead", "logs"),
      ("fixture check kept.folder", "fixtures"),
    ] {
      let terminal = MemoryTerminal()
      terminal.written = { $0.interruptFlag?.raise() }
      let outcome = desk.playhead(call, on: terminal)
      #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
      #expect(outcome.error == "stopped after 1 of 3 \(noun)\n", "\(outcome)")
      #expect(outcome.code == .badAnswer)
    }
  }

  @Test(arguments: [
    ("check a.playhead", "", "stopped after 0 of 2 actions\n"),
    ("fixture check kept.folder/a.playhead", "", "stopped after 0 of 1 fixture\n"),
    (
      "compare a.playhead --with before/playhead",
      "stopped after 0 of 1 session: nothing to compare\n", ""
    ),
  ])
  func `after Ctrl-C before the first result, commands report that they checked nothing`(
    call: String, output: String, error: String
  ) {
    desk.programFile = Desk.tool
    let terminal = MemoryTerminal()
    terminal.isImpatient = true
    let outcome = desk.playhead(call, on: terminal)
    #expect(outcome.output == output && outcome.code == .badAnswer, "\(outcome)")
    #expect(outcome.error == error || call.hasPrefix("compare"), "\(outcome)")
  }
}
