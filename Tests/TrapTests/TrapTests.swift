import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A store that traps` {
  @Test(arguments: [
    ["state", "t.playhead", "end"], ["state", "t.playhead", "3"], ["diff", "t.playhead", "2..3"],
    ["bisect", "t.playhead", "--where", "state('numbers.last') = 9"],
    ["log", "t.playhead", "--where", "state('numbers.last') = 9"],
    ["cut", "t.playhead", "5..6", "-o", "c.playhead"],
  ])
  func `a command that replays a crashing store ends with one sentence`(words: [String])
    async throws
  {
    let ending = try await onOwnThread { try Trapped(Trapped.lines).perform(words) }
    #expect(ending.error == "trap-app: \(Trapped.sentence)\n")
    #expect(ending.code == 1)
  }

  @Test func `'check' reports a crashing store and continues with the other logs`()
    async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Trapped(Trapped.lines)
      try trapped.record(["add 1", "add 2"], to: "good.playhead")
      return try trapped("check", "t.playhead", "good.playhead", "t.playhead")
    }
    #expect(
      ending.error.replacing(Self.clockWarning, with: "")
        == "trap-app: in 't.playhead' \(Trapped.sentence)\ntrap-app: in 't.playhead' \(Trapped.sentence)\n"
    )
    #expect(ending.output == "good.playhead: deterministic, 2 actions, 10 processes\n")
    #expect(ending.code == 1)
  }

  @Test func `'check' reports a store that ends its process and continues`() async throws {
    let ending = try await onOwnThread {
      let trapped = try Trapped(["add 1", "leave"])
      try trapped.record(["add 1", "add 2"], to: "good.playhead")
      return try trapped("check", "t.playhead", "good.playhead")
    }
    #expect(
      ending.error.replacing(Self.clockWarning, with: "")
        == "trap-app: in 't.playhead' store 'numbers' ends its process at step 2, 'Leave': it exited with code 3; "
        + "step 1 has the last state before it\n")
    #expect(ending.output == "good.playhead: deterministic, 2 actions, 10 processes\n")
    #expect(ending.code == 1)
  }

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

  @Test func `'shrink --crashes' keeps only the actions that the crash needs`() async throws {
    let (ending, small) = try await onOwnThread {
      let lines = ["add 5", "add 6", "add 7", "index 1", "overflow", "add 8"]
      let trapped = try Trapped(lines)
      let ending = try trapped("shrink", "t.playhead", "--crashes", "-o", "small.playhead")
      return (ending, try trapped("state", "small.playhead", "end"))
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    #expect(ending.output.contains("Add   (number: 0)  → numbers\n"))
    #expect(
      ending.output.hasSuffix(
        "to keep it as a test, once the store is fixed:\n  trap-app fixture add small.playhead --name NAME\n"
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

  @Test func `'shrink --where' discards tried sessions in which a store crashes`() async throws {
    let ending = try await onOwnThread {
      try Trapped((1...9).map { "add \($0)" } + ["index 7"] + ["add 3"])(
        "shrink", "t.playhead", "--where", "state('numbers.last') = 8", "-o", "small.playhead",
        "--json")
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    // Eight numbers must be there before the eighth is taken.
    #expect(ending.output.contains("\"from\":10,\"actions\":9,\"isSmallest\":true"))
  }

  @Test func `'shrink --where' discards tried sessions in which a handler ends the process`()
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped((1...9).map { "add \($0)" } + ["need 4"])(
        "shrink", "t.playhead", "--where", "state('numbers.last') >= 4", "-o", "small.playhead",
        "--json")
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    #expect(ending.output.contains("\"from\":10,\"actions\":5,\"isSmallest\":true"), "\(ending)")
  }

  @Test func `'shrink --crashes' of a session without a crash says so`() async throws {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "add 2"])("shrink", "t.playhead", "--crashes", "-o", "small.playhead")
    }
    #expect(
      ending == .init(output: "no store crashes in 't.playhead'\n", error: "", code: 1))
  }

  @Test func `the state before a crash is shown without an error`()
    async throws
  {
    let ending = try await onOwnThread { try Trapped(Trapped.lines)("state", "t.playhead", "2") }
    #expect(ending == .init(output: "(numbers: (all: [1, 2]))\n", error: "", code: 0))
  }

  @Test(arguments: [["mutter"], ["mutter", "overflow"]])
  func `control characters that a store prints are escaped`(lines: [String]) async throws {
    let ending = try await onOwnThread { try Trapped(lines)("state", "t.playhead", "end") }
    #expect(ending.error.contains(#"a\u{1B}[2Jb\u{009B}c"# + "\n"), "\(ending.error)")
  }

  @Test(arguments: [[], ["--json"]])
  func `'show' of a crashing action shows it and says that its changes are unknown`(more: [String])
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines).perform(["show", "t.playhead", "3"] + more)
    }
    #expect(ending.code == 1 && ending.error == "", "\(ending.error)")
    if more.isEmpty {
      #expect(ending.lines.contains(" TakeAt(index: 7)"), "\(ending.output)")
      #expect(ending.output.hasSuffix("\nchanges unknown: \(Trapped.sentence)\n"))
    } else {
      #expect(ending.output.contains(#""payload":{"index":7}"#), "\(ending.output)")
      #expect(ending.output.contains(#""changes":null"#))
    }
  }

  @Test(arguments: [[], ["--json"]])
  func `'show' in 'debug' shows a crashing action and says its changes are unknown`(more: [String])
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines).perform(
        ["debug", "t.playhead"] + more, input: ["goto 6", "show 3", "goto 6", "show"])
    }
    #expect(ending.error == "" && ending.code == 1, "\(ending.error)")
    #expect(
      ending.output.ranges(of: more.isEmpty ? "TakeAt(index: 7)" : #""index":7"#).count == 1,
      "\(ending.output)")
    #expect(
      ending.output.contains(
        more.isEmpty ? "changes unknown: \(Trapped.sentence)" : #""changes":null"#))
  }

  @Test func `'step' moves past a crash`() async throws {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines)(
        "debug", "t.playhead", input: ["goto 2", "step", "step", "print", "step 2", "diff"])
    }
    #expect(ending.error == "" && ending.code == 1)
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(
      conversation.contains(
        """
        #2/6 33%> step
        3 TakeAt (index: 7)
        """), "\(conversation)")
    #expect(
      conversation.hasSuffix(
        """
        #2/6 33%> step
        3 TakeAt (index: 7) → numbers
        \(Trapped.sentence)
        #3/6 50%> print
        \(Trapped.sentence)
        #3/6 50%> step 2
        5 Grow () → numbers
        \(Trapped.sentence)
        #5/6 83%> diff
        \(Trapped.sentence)

        """), "\(conversation)")
  }

  @Test(arguments: ["goto 3", "goto 6", "goto 0\nstep 3", "break TakeAt\ngoto 0\nc"])
  func `a move to a step that a crash makes unreachable says so at once`(moves: String) async throws
  {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines)(
        "debug", "t.playhead", input: moves.split(separator: "\n").map(String.init))
    }
    #expect(ending.error == "" && ending.code == 1)
    // The error comes after the line of the step, and the conversation goes on at the last state before it.
    #expect(
      ending.conversation.suffix(3) == [Trapped.sentence, "2 Add (number: 2) → numbers", ""],
      "\(ending.conversation)")
  }

  @Test func `'debug' continues at the step before a crash`() async throws {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines)(
        "debug", "t.playhead",
        input: [
          "bookmark here", "break Add", "print", "print", "goto 4", "print", "goto @here", "diff",
          "goto 0", "c", "undo", "undo", "when", "show 3",
        ])
    }
    #expect(ending.error == "" && ending.code == 1)
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(
      conversation.hasPrefix(
        """
        #6/6 100%> bookmark here
        """))
    #expect(
      conversation.contains(
        """
        > print
        \(Trapped.sentence)
        2 Add (number: 2) → numbers
        #2/6 33%> print
        * (numbers: (all: [1, 2]))
        #2/6 33%> goto 4
        4 Add (number: 3) → numbers
        \(Trapped.sentence)
        #4/6 66%> print
        \(Trapped.sentence)
        #4/6 66%> goto @here
        6 Add (number: 4) → numbers
        \(Trapped.sentence)
        #6/6 100%> diff
        \(Trapped.sentence)
        """), "\(conversation)")
    #expect(conversation.contains("breakpoint 1: Add"), "breakpoints are as they were")
    #expect(conversation.contains("> show 3"), "nothing of the input is lost")
  }

  @Test func `a crash is reported with the app's own message and its place in the source`()
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "fail"])("state", "t.playhead", "end")
    }
    #expect(
      ending.error.wholeMatch(
        of:
          /the store's own words\ntrap-app: store 'numbers' crashes at step 2, 'Fail': there is no such number \(.*Trapper.swift:[0-9]+\); step 1 has the last state before it\n/
      ) != nil, "\(ending.error)")
  }

  @Test func `a crash without a message is still reported`() async throws {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "overflow"])("state", "t.playhead", "end")
    }
    #expect(ending.error.hasPrefix("trap-app: store 'numbers' crashes at step 2, 'Grow': "))
    #expect(ending.code == 1)
  }

  @Test func `a stack overflow is reported as a crash`() async throws {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "recurse", "add 2"])("state", "t.playhead", "end")
    }
    #expect(
      ending.error.wholeMatch(
        of:
          /trap-app: store 'numbers' crashes at step 2, 'Recurse': an invalid memory access, or a stack overflow \(TrapApp\/Trapper.swift:[0-9]+\); step 1 has the last state before it\n/
      ) != nil, "\(ending.error)")
    #expect(ending.code == 1)
  }

  @Test func `a crash after a long seek is named with its step`() async throws {
    let lines = (1...6_000).map { "add \($0)" } + ["index 9999", "add 1"]
    let ending = try await onOwnThread {
      try Trapped(lines)("state", "t.playhead", "end", "numbers.last")
    }
    #expect(
      ending.error
        == "trap-app: store 'numbers' crashes at step 6001, 'TakeAt': Index out of range (\(Trapped.indexPlace)); "
        + "step 6000 has the last state before it\n")
  }

  @Test(arguments: [
    ["state", "t.playhead", "end"], ["log", "t.playhead", "--where", "state('numbers.last') = 9"],
    ["compat", "t.playhead"], ["check", "t.playhead", "--runs", "2"],
  ])
  func `an action that crashes while it is decoded is named, on any thread`(
    words: [String]
  ) async throws {
    let lines = (1...2_000).map { $0 == 1_601 ? "brittle" : "add \($0)" }
    let ending = try await onOwnThread { try Trapped(lines).perform(words) }
    #expect(
      ending.error.replacing(Self.clockWarning, with: "").contains(
        "crashes at step 1601, 'Brittle': it cannot be read"), "\(ending)")
    #expect(ending.code == 1 && ending.output == "")
  }

  @Test func `a log from standard input is replayed in a worker process`() async throws {
    let ending = try await onOwnThread {
      let trapped = try Trapped(Trapped.lines)
      trapped.program = URL(fileURLWithPath: "/bin/sh")
      return try trapped("-c", "\"$0\" state - end <t.playhead", Trapped.program)
    }
    #expect(ending.error == "trap-app: \(Trapped.sentence)\n" && ending.code == 1, "\(ending)")
  }

  @Test func `crashes before and after a gap are reported separately`() async throws {
    let ending = try await onOwnThread {
      let trapped = try Trapped(parts: [
        ["add 1", "index 5", "add 2"], ["add 3", "index 6", "add 4"],
      ])
      return try trapped(
        "debug", "t.playhead", input: ["print", "print", "goto 3", "print", "goto end", "print"])
    }
    let told = ending.lines.filter { $0.contains("crashes at step") }
    #expect(
      told == [
        "store 'numbers' crashes at step 6, 'TakeAt': Index out of range (\(Trapped.indexPlace)); step 5 has the last state before it",
        "store 'numbers' crashes at step 2, 'TakeAt': Index out of range (\(Trapped.indexPlace)); step 1 has the last state before it",
        "store 'numbers' crashes at step 6, 'TakeAt': Index out of range (\(Trapped.indexPlace)); step 5 has the last state before it",
        "store 'numbers' crashes at step 6, 'TakeAt': Index out of range (\(Trapped.indexPlace)); step 5 has the last state before it",
      ])
    #expect(ending.lines.contains("* (numbers: (all: [1, 2, 0, 3]))"), "\(ending)")
  }

  /// A log with states again behind a trap, because the recording was paused.
  private static func paused(_ later: [String] = []) throws -> Trapped {
    try Trapped(parts: [["add 1", "add 2", "index 7", "add 3"], ["add 5", "add 6"] + later])
  }

  /// What is said of its trap.
  private static let pausedTrap = "trap-app: \(Trapped.sentence)\n"

  @Test(arguments: [
    (["--where", "state('numbers.all[0]') > 0"], ["1", "2", "6", "7"]),
    (["-p"], ["1", "2", "3", "4", "6", "7"]),
    (["--print", "state('numbers.all')"], ["1", "2", "3", "4", "6", "7"]),
  ])
  func `'log' continues after a crash and a gap`(
    options: [String], steps: [String]
  ) async throws {
    let ending = try await onOwnThread {
      try Self.paused().perform(["log", "t.playhead"] + options)
    }
    let listed = ending.lines.compactMap { $0.firstMatch(of: #/^([0-9]+) /#).map { String($0.1) } }
    #expect(listed == steps && ending.error == Self.pausedTrap && ending.code == 1, "\(ending)")
  }

  @Test func `'log' after two crashes names the first one`() async throws {
    let ending = try await onOwnThread {
      try Self.paused(["index 9"])("log", "t.playhead", "--print", "state('numbers.all')")
    }
    #expect(ending.error == Self.pausedTrap && ending.code == 1, "\(ending)")
  }

  @Test(arguments: [["--where", "state('numbers.all[0]') > 0"], ["-p"]])
  func `'log -n' that is full before a crash does not report it`(options: [String]) async throws {
    let ending = try await onOwnThread {
      try Self.paused().perform(["log", "t.playhead", "-n", "2"] + options)
    }
    #expect(ending.error == "" && ending.code == 0, "\(ending)")
    #expect(ending.lines.contains { $0.hasPrefix("2 Add") }, "\(ending)")
  }

  @Test func `'log -n' that is full before a known crash does not report it again`() async throws {
    let ending = try await onOwnThread {
      try Self.paused()(
        "debug", "t.playhead", input: ["goto 4", "print", "log 0.. -p -n 2"])
    }
    #expect(ending.lines.count { $0 == Trapped.sentence } == 1, "\(ending)")
  }

  @Test func `a search continues after a crash and a gap and reports skipped steps`()
    async throws
  {
    let ending = try await onOwnThread {
      try Self.paused()(
        "debug", "t.playhead",
        input: [
          "goto 2", "break if \"state('numbers.all[5]') = 6\"", "continue", "history numbers.last",
          "break if \"state('numbers.all[1]') = 3\"", "rc",
        ])
    }
    #expect(
      ending.conversation == [
        "#7/7 100%> goto 2", "2 Add (number: 2) → numbers",
        "#2/7 28%> break if \"state('numbers.all[5]') = 6\"",
        "breakpoint 1: if state('numbers.all[5]') = 6", "#2/7 28%> continue",
        "warning: steps 3–4 could not be checked: store 'numbers' crashes at step 3: Index out of range (\(Trapped.indexPlace))",
        "breakpoint 1: if state('numbers.all[5]') = 6", "7 Add (number: 6) → numbers",
        "#7/7 100%> history numbers.last", Trapped.sentence,
        "#7/7 100%> break if \"state('numbers.all[1]') = 3\"",
        "breakpoint 2: if state('numbers.all[1]') = 3", "#7/7 100%> rc", Trapped.sentence, "",
      ])
  }

  @Test func `'debug' of a log that ends with a crash starts at the crash`()
    async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2", "index 4"], isArmed: true)
      return try trapped("debug", "t.playhead", input: ["print", "print"])
    }
    #expect(
      ending.conversation == [
        "#3/3 100%> print",
        "store 'numbers' crashes at step 3, 'TakeAt': Index out of range (\(Trapped.indexPlace)); step 2 has the last state before it",
        "2 Add (number: 2) → numbers", "#2/3 66%> print", "* (numbers: (all: [1, 2]))", "",
      ])
  }

  @Test func `a crash in a branch leaves the branch unchanged`() async throws {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "add 2", "add 3"])(
        "debug", "t.playhead",
        input: [
          "back", "insert TakeAt {\"index\":9}", "insert Add {\"number\":4}", "print", "when",
          "print",
          "branch", "goto end", "compare", "revert", "revert", "print",
        ])
    }
    let sentence =
      "store 'numbers' crashes at step 3, 'TakeAt': Index out of range (\(Trapped.indexPlace)); step 2 has the last state before it"
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(ending.error == "" && ending.code == 1)
    #expect(
      conversation.contains(
        """
        > print
        \(sentence)
        2 Add (number: 2) → numbers
        branch #2/5 40%> when
        step 2 of 5 of the branch
        """), "\(conversation)")
    #expect(
      conversation.contains(
        """
        branch #2/5 40%> branch
        inserted TakeAt {"index":9} after step 2
        inserted Add {"number":4} after inserted action 1
        """), "\(conversation)")
    #expect(conversation.contains("> compare\n\(sentence)\n"), "it is not tried again")
    #expect(conversation.contains("> print\n* (numbers: (all: [1, 2, 3]))\n"), "\(conversation)")
  }

  @Test func `'debug' of a crashing session prints what its transcript has`() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../fixtures/transcripts/debug").standardized
    let complaint = try await onOwnThread {
      let log = folder.appending(path: "trapped.playhead")
      let trapped = try Trapped(files: [log, log.appendingPathExtension("tail")])
      let transcript = try Transcript(at: folder.appending(path: "trapped.txt"))
      return try transcript.complaint { call, terminal in
        let lines = terminal.input.split(separator: UInt8(ascii: "\n"))
        let ending = try trapped.perform(
          call.split(separator: " ").map(String.init),
          input: lines.map { String(decoding: $0, as: UTF8.self) })
        return Outcome(
          output: ending.output, error: ending.error, code: ending.code == 0 ? .good : .badAnswer)
      }
    }
    #expect(complaint == nil)
  }

  @Test func `'shrink' works on a saved branch, and 'debug' says so`()
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

  @Test func `'debug --json' reports a crash as one line of JSON`() async throws {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines)("debug", "t.playhead", "--json", input: ["print", "when"])
    }
    #expect(ending.lines.first?.hasPrefix(#"{"error":"\#(Trapped.sentence)","crash":{"#) == true)
    #expect(ending.lines.count > 2)
  }
}
