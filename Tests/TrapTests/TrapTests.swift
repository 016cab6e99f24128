import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A store that traps` {
  @Test func `'compare' groups sessions that crash in one build and compares the others`()
    async throws
  {
    let (ending, back) = try await onOwnThread {
      let trapped = try Trapped(Trapped.lines)
      try trapped.record(["add 1", "add 2"], to: "good.playhead")
      try trapped.record(["add 1", "leave"], to: "leave.playhead")
      try trapped.record(["add 4", "add 1", "add 2", "index 9"], to: "late.playhead")
      let sound = try trapped.build("sound", "TRAPPER=")
      let armed = try trapped.build("armed", "TRAPPER=armed")
      let logs = ["t.playhead", "good.playhead", "leave.playhead", "late.playhead"]
      return (
        try trapped.perform(["compare"] + logs + ["--with", sound]),
        try trapped.perform(["compare"] + logs + ["--with", armed])
      )
    }
    #expect(
      ending.output == """
        4 sessions: 1 the same, 3 differ in 2 groups

        group 1: 2 sessions stop at TakeAt in this build: store 'numbers' crashes: Index out of range
          for example t.playhead, step 3 of 6, the same up to step 2
          to see it:     trap-app debug t.playhead, then 'goto 3'; the same with './sound'

        group 2: 1 session stops at Leave in this build: store 'numbers' ends its process: it exited with code 3
          for example leave.playhead, step 2 of 2, the same up to step 1
          to see it:     trap-app debug leave.playhead, then 'goto 2'; the same with './sound'

        """)
    #expect(ending.error == "" && ending.code == 1)
    #expect(
      back.output
        == "4 sessions: the same in both builds; 3 of those stop in both builds the same way\n")
    #expect(back.code == 0)
  }

  /// Where libfaketime is not installed.
  nonisolated(unsafe) private static let clockWarning = /warning: the clock was not moved:.*\n/

  @Test
  func
    `'shrink --crashes' keeps only the actions that the crash needs, with Swift's backtracer off`()
    async throws
  {
    let (ending, traces, small) = try await onOwnThread {
      let lines = ["add 5", "add 6", "add 7", "index 1", "overflow", "add 8"]
      let trapped = try Trapped(lines)
      let traces = trapped.folder.appending(path: "traces")
      try FileManager.default.createDirectory(at: traces, withIntermediateDirectories: true)
      trapped.variables = ["SWIFT_BACKTRACE": "enable=yes,output-to=\(traces.path)"]
      let ending = try trapped("shrink", "t.playhead", "--crashes", "-o", "small.playhead")
      let files = try FileManager.default.contentsOfDirectory(atPath: traces.path)
      return (ending, files, try trapped("state", "small.playhead", "end"))
    }
    #expect(traces == [])
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    #expect(ending.output.contains("Add   (number: 0)  → numbers\n"))
    #expect(
      ending.output.hasSuffix(
        "to keep it as a fixture, which fails until the store is fixed:\n  trap-app fixture add small.playhead --name NAME\n"
      ))
    #expect(
      ending.output.contains(
        """
        Grow  ()  ! not fully handled
        store 'numbers' crashes at step 2, 'Grow': arithmetic overflow (\(Trapped.place(of: "Int.max - numbers.all.count")))
        2 of the 5 actions up to step 5; tried\u{20}
        """))
    #expect(small.code == 1 && small.error.contains("store 'numbers' crashes at step 2, 'Grow'"))
  }

  @Test
  func `'shrink --crashes' ends at the same place in the code, not at one with the same reason`()
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped(["add 5", "add 6", "add 7", "pick 3"])(
        "shrink", "t.playhead", "--crashes", "-o", "small.playhead")
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    #expect(ending.output.contains("Add"), "\(ending)")
    #expect(
      ending.output.contains(
        "(\(Trapped.place(of: "numbers.all[numbers.all.count + pick.index]")))"), "\(ending)")
    #expect(ending.output.contains("2 of the 4 actions up to step 4; tried"), "\(ending)")
  }

  @Test(arguments: [
    // Eight numbers must be there before the eighth is taken, and four before one who needs them.
    ("index 7", "add 3", "state('numbers.last') = 8", 9),
    ("need 4", "add 3", "state('numbers.last') >= 4", 5),
  ])
  func `'shrink --where' discards tried sessions in which a store crashes or exits the process`(
    line: String, last: String, condition: String, count: Int
  ) async throws {
    let ending = try await onOwnThread {
      try Trapped((1...9).map { "add \($0)" } + [line, last])(
        "shrink", "t.playhead", "--where", condition, "-o", "small.playhead", "--json")
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    #expect(
      ending.output.contains("\"from\":10,\"actions\":\(count),\"isSmallest\":true"), "\(ending)")
  }

  @Test func `'shrink --crashes' of a session without a crash says so`() async throws {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "add 2"])("shrink", "t.playhead", "--crashes", "-o", "small.playhead")
    }
    #expect(
      ending == .init(output: "no store crashes in 't.playhead'\n", error: "", code: 1))
  }

  @Test(arguments: [["mutter"], ["mutter", "overflow"]])
  func `'state' escapes control characters that a store prints while it replays`(lines: [String])
    async throws
  {
    let ending = try await onOwnThread { try Trapped(lines)("state", "t.playhead", "end") }
    #expect(ending.error.contains(#"a\u{1B}[2Jb\u{009B}c"# + "\n"), "\(ending.error)")
  }

  @Test func `'state' reports the step of a crash after 3,000 actions`() async throws {
    let lines = (1...3_000).map { "add \($0)" } + ["index 9999", "add 1"]
    let ending = try await onOwnThread {
      try Trapped(lines)("state", "t.playhead", "end", "numbers.last")
    }
    #expect(
      ending.error
        == "trap-app: store 'numbers' crashes at step 3001, 'TakeAt': Index out of range (\(Trapped.indexPlace)); "
        + "step 3000 has the last state before it\n")
  }

  @Test func `commands name an action whose decoding crashes, also on another thread`() async throws
  {
    let calls = [
      ["state", "t.playhead", "end"],
      ["log", "t.playhead", "--where", "state('numbers.last') = 9"],
      ["compat", "t.playhead"], ["check", "t.playhead", "--runs", "2"],
    ]
    let endings = try await onOwnThread {
      let trapped = try Trapped((1...2_000).map { $0 == 1_601 ? "brittle" : "add \($0)" })
      return try calls.map { try trapped.perform($0) }
    }
    for ending in endings {
      #expect(
        ending.error.replacing(Self.clockWarning, with: "").contains(
          "crashes at step 1601, 'Brittle': it cannot be read"), "\(ending)")
      #expect(ending.code == 1 && ending.output == "")
    }
  }

  @Test func `'state' replays a log from standard input in a worker process and reports its crash`()
    async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Trapped(Trapped.lines)
      trapped.program = URL(fileURLWithPath: "/bin/sh")
      return try trapped("-c", "\"$0\" state - end <t.playhead", Trapped.program)
    }
    #expect(ending.error == "trap-app: \(Trapped.sentence)\n" && ending.code == 1, "\(ending)")
  }

  private static let transcripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../fixtures/transcripts").standardized

  /// The parts of the log of each transcript, between which there is a gap.
  private static let logs: [(transcript: String, parts: [[String]])] = [
    ("session", [Trapped.lines]),
    ("gap", [["add 1", "add 2", "index 7", "add 3"], ["add 5", "add 6"]]),
    ("two-crashes", [["add 1", "index 5", "add 2"], ["add 3", "index 6", "add 4"]]),
    ("branch", [["add 1", "add 2", "add 3"]]),
  ]

  @Test(arguments: logs.indices)
  func `the commands of each transcript in 'transcripts/crashes' print the output stored there`(
    number: Int
  ) async throws {
    let (name, parts) = Self.logs[number]
    let file = Self.transcripts.appending(path: "crashes/\(name).txt")
    let complaint = try await onOwnThread {
      try Self.complaint(Transcript(at: file), on: Trapped(parts: parts))
    }
    #expect(complaint == nil)
  }

  @Test func `'debug' of a log that crashes prints what the transcript 'trapped.txt' has`()
    async throws
  {
    let folder = Self.transcripts.appending(path: "debug")
    let complaint = try await onOwnThread {
      let log = folder.appending(path: "trapped.playhead")
      return try Self.complaint(
        Transcript(at: folder.appending(path: "trapped.txt")),
        on: Trapped(files: [log, log.appendingPathExtension("tail")]))
    }
    #expect(complaint == nil)
  }

  private static func complaint(_ transcript: Transcript, on trapped: Trapped) throws -> String? {
    try transcript.complaint { call, terminal in
      // Double quotes group a word.
      let words = call.split(separator: "\"").enumerated().flatMap { number, part in
        number.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
      let lines = terminal.input.split(separator: UInt8(ascii: "\n"))
      let ending = try trapped.perform(
        words, input: lines.map { String(decoding: $0, as: UTF8.self) })
      return Outcome(
        output: ending.output, error: ending.error,
        code: ExitCode(rawValue: ending.code) ?? .unusable)
    }
  }

  @Test
  func `'shrink' reduces a branch saved as a log, and 'shrink' in 'debug' says to save it first`()
    async throws
  {
    let (ending, shrunk) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2", "add 3"])
      let ending = try trapped(
        "debug", "t.playhead", input: ["goto 2", "edit number 7", "shrink", "save b.playhead"])
      let shrunk = try trapped(
        "shrink", "b.playhead", "--where", "state('numbers.all[1]') = 7", "-o", "s.playhead",
        "--json")
      return (ending, shrunk)
    }
    #expect(
      ending.output.contains(
        "'shrink' works on a log, not in 'debug': 'save FILE' writes a branch as a log"),
      "\(ending)")
    #expect(shrunk.code == 0 && shrunk.output.contains("\"from\":2,\"actions\":2"), "\(shrunk)")
  }

  @Test
  func
    `'save' counts the actions in the new log and those left out after a crash, with which the log ends`()
    async throws
  {
    let (ending, infos, check) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2", "index 7", "add 3"])
      let ending = try trapped(
        "debug", "t.playhead", input: ["goto 1", "skip", "save b.playhead"])
      _ = try trapped("cut", "b.playhead", "1..2", "-o", "c.playhead")
      _ = try trapped("cut", "b.playhead", "1..1", "-o", "whole.playhead")
      return (
        ending,
        try ["b", "c", "whole"].map { try trapped("info", "\($0).playhead").output },
        try trapped("check", "b.playhead")
      )
    }
    let stopped = "closed       no: the app stopped while handling step 2"
    #expect(infos.map { $0.contains(stopped) } == [true, true, false], "\(infos)")
    #expect(infos[2].contains("closed       yes"), "\(infos)")
    // Although the action at the end cannot be compared.
    #expect(check.code == 1 && check.error.contains("Index out of range"), "\(check)")
    #expect(ending.output.contains("2 actions in 'b.playhead'"), "\(ending)")
    #expect(ending.output.contains("1 action left out: a store crashes"), "\(ending)")
  }
}
