import FluxTesting
import Foundation
import Testing

/// The program of a package whose 'swift build' is a script: what is told and what goes on is real.
@Suite(.timeLimit(.minutes(15))) struct `A program that is built again` {
  private static let commands = ["goto 2", "bookmark here", "break Add", "reload"]

  private func converse(
    _ compiler: String, _ lines: [String], words: String...
  ) async throws -> Trapped.Ending {
    try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2", "index 7", "add 3"])
      try trapped.putIntoPackage(compiler: compiler)
      return try trapped.perform(["debug", "t.playhead"] + words, input: lines)
    }
  }

  @Test
  func `'reload' returns to the same step and shows what the new code changes there`()
    async throws
  {
    let ending = try await converse(
      Trapped.mending, Self.commands + ["when", "goto 3", "print", "goto 0", "c", "break"])
    #expect(ending.error == "" && ending.code == 0)
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(conversation.contains("> reload\n2 Add (number: 2) → numbers\n− with the old code\n"))
    #expect(conversation.contains("− [0]: 1,\n+ [0]: 10,\n"), "\(conversation)")
    #expect(conversation.contains("bookmarks @here"), "\(conversation)")
    #expect(conversation.contains("> print\n (numbers: (all: [10, 20]))"), "\(conversation)")
    #expect(conversation.contains("> c\nbreakpoint 1: Add\n"), "\(conversation)")
  }

  @Test func `'reload' rebuilds the program even at a step where the old code crashed`()
    async throws
  {
    let ending = try await converse(Trapped.mending, ["reload", "print"])
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(
      conversation.hasSuffix(
        """
        4 Add (number: 3) → numbers
        rebuilt; the old code had no state here to compare
        #4/4 100%> print
        warning: at step 4 the replayed state of store 'numbers' is not the recorded one, and the states from step 1 on may differ from the recorded ones; 'trap-app check t.playhead' looks for the cause
        * (numbers: (all: [10, 20, 30]))

        """), "\(conversation)")
  }

  @Test func `'reload' says that there is nothing to rebuild if the program has the current code`()
    async throws
  {
    let ending = try await converse("exit 0", ["goto 2", "reload", "reload"])
    let sentence = "nothing to rebuild: the program already has the current code"
    #expect(ending.error == "" && ending.code == 0)
    #expect(ending.lines.count { $0 == sentence } == 2, "\(ending.conversation)")
    let json = try await converse("exit 0", ["goto 2", "reload"], words: "--json")
    #expect(json.lines.contains { $0.hasPrefix(#"{"reloaded":false,"step":2,"#) }, "\(json.lines)")
  }

  @Test
  func
    `a program that is built again does not go on with a log that another one has replaced meanwhile`()
    async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2", "add 3"])
      try trapped.record(["add 4", "add 5", "add 6"], to: "other.playhead")
      let logs = ["other", "t"].map { trapped.folder.appending(path: "\($0).playhead").path }
      try trapped.putIntoPackage(
        compiler: "\(Trapped.mending); cp '\(logs[0])' '\(logs[1])'")
      return try trapped.perform(["debug", "t.playhead"], input: Self.commands + ["print"])
    }
    let sentence =
      "'t.playhead' was replaced by another log; run the command again to use the new log"
    #expect(ending.error == "" && ending.code == 1, "\(ending)")
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(conversation.contains("> reload\n\(sentence)\n"), "\(conversation)")
    #expect(conversation.hasSuffix("> print\n\(sentence)\n"), "\(conversation)")
  }

  @Test func `'reload' keeps the branch and replays it with the new code`() async throws {
    let ending = try await converse(
      Trapped.mending, ["goto 2", "edit number 7", "reload", "branch", "print"])
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(conversation.contains("branch #2/4 50%> branch\nedited step 2, Add: number 2 → 7\n"))
    #expect(conversation.contains("> print\n* (numbers: (all: [10, 70]))\n"), "\(conversation)")
  }

  @Test func `'reload' keeps the old program running if the package does not build`()
    async throws
  {
    let ending = try await converse(
      "echo '[1/2] Compiling'; echo 'Cart.swift:3: error: no'; exit 1", Self.commands + ["print"])
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(ending.error == "" && ending.code == 1)
    #expect(
      conversation.hasSuffix(
        """
        > reload
        Cart.swift:3: error: no
        'trap-app' does not build, see above; the old program keeps running
        #2/4 50%> print
        * (numbers: (all: [1, 2]))

        """), "\(conversation)")
  }

  @Test
  func `'reload' calls 'swift build' with the program's package, product and configuration`()
    async throws
  {
    let ending = try await converse("echo $@; exit 1", ["reload"])
    let line = try #require(ending.lines.first { $0.hasPrefix("build ") })
    #expect(
      line.wholeMatch(
        of:
          /build --package-path .*\/trapped-[^\/]* --scratch-path .*\/trapped-[^\/]*\/.build -c debug --product trap-app/
      ) != nil, "\(line)")
  }

  @Test
  func `'reload' in 'debug --json' prints one line of JSON with the changes and displayed values`()
    async throws
  {
    let ending = try await converse(
      Trapped.mending, ["goto 2", "display numbers.all[0]", "reload", "when"], words: "--json")
    let line = try #require(ending.lines.first { $0.hasPrefix(#"{"reloaded":true,"step":2,"#) })
    #expect(
      line.contains(#""changes":[{"op":"replace","path":"/numbers/all/0","value":10,"old":1}"#),
      "\(line)")
    #expect(line.contains(#""display":[{"path":"numbers.all[0]","value":10}]"#), "\(line)")
  }

  @Test(arguments: [
    (
      false, "SwiftPM did not build",
      "start it from a package's '.build', or by 'swift run'"
    ),
    (
      true, "'swift' cannot be started (not found); ",
      "put the toolchain's folder into 'PATH'"
    ),
  ])
  func
    `'reload' is an error for a program that SwiftPM did not build, and without a 'swift' in PATH`(
      isPlanned: Bool, beginning: String, hint: String
    ) async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Trapped(["add 1"])
      try trapped.putIntoPackage(compiler: "exit 0", isPlanned: isPlanned)
      if isPlanned { trapped.variables["PATH"] = "/nowhere" }
      return try trapped("debug", "t.playhead", input: ["reload"])
    }
    let line = try #require(ending.lines.first { $0.hasPrefix(beginning) }, "\(ending)")
    #expect(line.hasSuffix(hint))
  }
}

extension Trapped {
  /// A compiler that puts a program with other code in the place of the running one.
  static let mending =
    "rm $FILE; printf '#!/bin/sh\\nTRAPPER=mended exec %s \"$@\"\\n' $ORIGINAL > $FILE; chmod +x $FILE"

  /// Puts the program where SwiftPM would have built it in this folder, and in front of all others a `swift`
  /// that is a script.
  func putIntoPackage(compiler: String, isPlanned: Bool = true) throws {
    let files = FileManager.default
    let products = folder.appending(path: ".build/triple/debug")
    let tools = folder.appending(path: "tools")
    for folder in [products, tools] {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let (original, file) = (program, products.appending(path: "trap-app"))
    do {
      try files.linkItem(at: original, to: file)
    } catch {
      // No system runs a file that a child of another test may still have open for writing.
      let copying = try Process.run(
        URL(filePath: "/bin/cp"), arguments: ["-p", original.path, file.path])
      copying.waitUntilExit()
    }
    let manifest = folder.appending(path: "Package.swift")
    try Data().write(to: manifest)
    if isPlanned {
      let plan = """
          "PackageStructure":
            tool: package-structure-tool
            inputs: ["\(folder.path)/Sources/Shop/","\(manifest.path)"]
        """
      try Data(plan.utf8).write(to: folder.appending(path: ".build/debug.yaml"))
    }
    let script = tools.appending(path: "swift")
    try Data("#!/bin/sh\n\(compiler)\n".utf8).write(to: script)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    program = file
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    variables = [
      "PATH": "\(tools.path):\(path)", "FILE": file.path, "ORIGINAL": original.path,
    ]
  }
}
