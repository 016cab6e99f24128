import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import TestSupport
import Testing

/// 'corpus pack': folders of logs become a few files, whose logs every command reads.
@Suite(.timeLimit(.minutes(5))) struct PackCorpusTests {
  /// A desk with folders of logs: two of a raffle, one that is empty, one that is none, and other files.
  private func desk() throws -> Desk {
    let desk = try Desk()
    for folder in ["may.folder/deep", "june.folder"] { try desk.makeDirectory(folder) }
    try Raffle.record(to: desk.path("may.folder/a.playhead"))
    try desk.write(
      desk.bytes("may.folder/a.playhead").dropLast(40), to: "may.folder/deep/cut.playhead")
    try desk.write("text".utf8, to: "may.folder/deep/text.playhead")
    try desk.write([], to: "june.folder/empty.playhead")
    try desk.write([1], to: "june.folder/other.txt")
    try desk.write([1], to: "june.folder/.hidden.playhead")
    return desk
  }

  private func logs(_ shard: String, on desk: Desk) throws -> [String] {
    try Shard.opened(desk.path(shard)).logs.map(\.name)
  }

  private func names(_ folder: String, on desk: Desk) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: desk.path(folder))) ?? []).sorted()
  }

  @Test func `'corpus pack' packs the logs of folders in the order of their paths`() throws {
    let desk = try desk()
    let outcome = desk.playhead("corpus pack may.folder june.folder -o new/all.folder")
    #expect(outcome == Outcome(output: "new/all.folder/0001.tar\n"))
    #expect(
      try logs("new/all.folder/0001.tar", on: desk)
        == ["a.playhead", "deep/cut.playhead", "deep/text.playhead", "empty.playhead"])
    let shard = try Shard.opened(desk.path("new/all.folder/0001.tar"))
    for (name, file) in [
      ("deep/cut.playhead", "may.folder/deep/cut.playhead"),
      ("deep/text.playhead", "may.folder/deep/text.playhead"),
    ] {
      let source = try shard.source(ofLog: name)
      #expect(try source.read(at: 0, count: source.size) == desk.bytes(file))
    }
  }

  @Test func `every command reads a log in a shard`() throws {
    let desk = try desk()
    #expect(desk.playhead("corpus pack may.folder -o all.folder").code == .good)
    let log = "all.folder/0001.tar::a.playhead"
    for command in ["info", "log", "show", "state", "verify", "check"] {
      let step = command == "show" ? " 1" : ""
      let (own, packed) = (
        desk.playhead("\(command) may.folder/a.playhead" + step),
        desk.playhead("\(command) \(log)\(step)")
      )
      #expect(packed.code == own.code, "\(packed)")
      #expect(
        packed.output.replacing("all.folder/0001.tar::", with: "may.folder/") == own.output,
        "\(command)")
    }
    let text = desk.playhead("info \(log.replacing("a.playhead", with: "deep/text.playhead"))")
    #expect(
      text.code == .unusable && text.error.contains("::deep/text.playhead' is not a Playhead log"))
    let empty = desk.playhead("info all.folder/0001.tar::b.playhead")
    #expect(
      empty.error
        == "playhead: 'all.folder/0001.tar::b.playhead' cannot be read: the shard has no log of this name; 'tar tf all.folder/0001.tar' lists the names\n"
    )
    let whole = desk.playhead("info all.folder/0001.tar")
    #expect(
      whole
        == Outcome(
          error:
            "playhead: 'all.folder/0001.tar' is a shard with 3 logs, not a log; name one in it, as in 'all.folder/0001.tar::a.playhead'\n",
          code: .unusable))
  }

  @Test func `a shard stands for its logs where a command takes several`() throws {
    let desk = try desk()
    #expect(desk.playhead("corpus pack may.folder -o all.folder").code == .good)
    let shard = "all.folder/0001.tar"
    let logs = ["a.playhead", "deep/cut.playhead", "deep/text.playhead"]
    for command in ["check", "verify", "compat"] {
      let whole = desk.playhead("\(command) \(shard)")
      let each = desk.playhead(
        "\(command) " + logs.map { "\(shard)::\($0)" }.joined(separator: " "))
      #expect(whole == each && whole.code == .unusable && !whole.output.isEmpty, "\(whole)")
    }
    // Cut behind its first log.
    let bytes = try desk.bytes(shard)
    let first = try #require(try Shard.opened(desk.path(shard)).logs.first)
    try desk.write(bytes.prefix(first.offset + first.size + 600), to: "cut.tar")
    let cut = desk.playhead("verify cut.tar")
    #expect(cut.code == .unusable && cut.output.contains("a.playhead"), "\(cut)")
    #expect(cut.error.contains("'cut.tar' cannot be read: it is a tar without its end"), "\(cut)")
  }

  @Test func `'corpus pack' leaves out what is no file, and says so`() throws {
    let desk = try desk()
    try FileManager.default.createSymbolicLink(
      atPath: desk.path("may.folder/b.playhead"), withDestinationPath: "nowhere")
    #expect(mkfifo(desk.path("may.folder/deep/pipe.playhead"), 0o600) == 0)
    let outcome = desk.playhead("corpus pack may.folder -o all.folder")
    let warnings = ["may.folder/b.playhead", "may.folder/deep/pipe.playhead"].map {
      "warning: '\($0)' is left out: it is a broken link, or not a regular file\n"
    }
    #expect(outcome.code == .good && outcome.output == "all.folder/0001.tar\n")
    #expect(outcome.error.split(separator: "\n").sorted().map { $0 + "\n" } == warnings)
    #expect(
      try self.logs("all.folder/0001.tar", on: desk)
        == ["a.playhead", "deep/cut.playhead", "deep/text.playhead"])
  }

  @Test func `'corpus pack' packs a log with what its tail has`() throws {
    let desk = try Desk(apps: [Safe.self])
    try desk.makeDirectory("logs.folder")
    try desk.write("lock\nunlock\n".utf8, to: "s.txt")
    let kill: @Sendable () -> Void = { [from = desk.path("s"), to = desk.path("logs.folder/s")] in
      for end in [".playhead", ".playhead.tail"] {
        try? FileManager.default.copyItem(atPath: from + end, toPath: to + end)
      }
    }
    Safe.$whileUnlocking.withValue(kill) { _ = desk.playhead("record safe -i s.txt -o s.playhead") }
    #expect(desk.playhead("corpus pack logs.folder -o all.folder").code == .good)
    #expect(try logs("all.folder/0001.tar", on: desk) == ["s.playhead"])
    let log = try LogReader(path: desk.path("all.folder") + "/0001.tar::s.playhead")
    #expect(try log.lastStep == LogReader(path: desk.path("logs.folder/s.playhead")).lastStep)
    #expect(log.lastStep == 2 && log.damages == [])
  }

  @Test func `'corpus pack' makes a shard per size, and says the same in JSON`() throws {
    let desk = try desk()
    for number in 1...20 {
      try desk.write([UInt8](repeating: 7, count: 3_000), to: "june.folder/\(number + 10).playhead")
    }
    let outcome = desk.playhead("corpus pack june.folder -o all.folder --size 20kB --json")
    let files = names("all.folder", on: desk)
    #expect(files == (1...files.count).map { "000\($0).tar" } && files.count > 3)
    var lines = ""
    for file in files {
      let (logs, bytes) = (
        try logs("all.folder/\(file)", on: desk).count, try desk.bytes("all.folder/\(file)")
      )
      #expect(bytes.count <= 20_000)
      lines += "{\"shard\":\"all.folder/\(file)\",\"logs\":\(logs),\"bytes\":\(bytes.count)}\n"
    }
    #expect(outcome == Outcome(output: lines))
    #expect(desk.playhead("corpus pack june.folder -o again.folder --size 20kB").code == .good)
    for file in files {
      #expect(try desk.bytes("all.folder/\(file)") == desk.bytes("again.folder/\(file)"))
    }
  }

  @Test func `logs of two folders with the same name are packed under the names of the folders`()
    throws
  {
    let desk = try desk()
    try Raffle.record(to: desk.path("june.folder/a.playhead"))
    let call = "corpus pack may.folder june.folder may.folder/deep/cut.playhead -o all.folder"
    #expect(desk.playhead(call).code == .good)
    #expect(
      try logs("all.folder/0001.tar", on: desk) == [
        "may.folder/a.playhead", "may.folder/deep/cut.playhead", "may.folder/deep/text.playhead",
        "june.folder/a.playhead", "june.folder/empty.playhead", "deep/cut.playhead",
      ])
    let outcome = desk.playhead("corpus pack may.folder may.folder -o none.folder")
    #expect(
      outcome.error
        == "playhead: two logs would have the name 'may.folder/a.playhead' in the shards; pack their folders into different ones\n"
    )
    #expect(outcome.code == .unusable && names("none.folder", on: desk) == [])
  }

  @Test func `'corpus pack' refuses folders without logs, and those that have shards`() throws {
    let desk = try desk()
    try desk.makeDirectory("no logs.folder")
    try desk.makeDirectory("old.folder")
    try desk.write([1], to: "old.folder/0012.tar")
    for (call, error) in [
      (
        "may.folder -o old.folder",
        "'old.folder/0012.tar' already exists and is not overwritten; choose another name or remove it"
      ),
      (
        "old.folder -o all.folder",
        "there is no '.playhead' file in 'old.folder'; name a folder that has some"
      ),
      ("missing.folder -o all.folder", "there is no file 'missing.folder'; check the path"),
    ] {
      let outcome = desk.playhead("corpus pack \(call)")
      #expect(outcome == Outcome(error: "playhead: \(error)\n", code: .unusable))
    }
    let file = desk.playhead("corpus pack may.folder -o may.folder/a.playhead")
    #expect(
      file.code == .unusable
        && file.error.contains("the folder 'may.folder/a.playhead' cannot be made: "))
    #expect(names("old.folder", on: desk) == ["0012.tar"] && names("all.folder", on: desk) == [])
  }

  @Test func `'corpus pack' stopped by Ctrl-C leaves whole shards and no others`() async throws {
    try await onOwnThread {
      let desk = try self.desk()
      try desk.write([UInt8](repeating: 7, count: 10_000_000), to: "june.folder/large.playhead")
      for number in 1...400 {
        try FileManager.default.linkItem(
          atPath: desk.path("june.folder/large.playhead"),
          toPath: desk.path("june.folder/\(number).playhead"))
      }
      let words = desk.words(of: "corpus pack june.folder -o all.folder --size 20MB")
      let tool = try StartedTool(Desk.tool, words, in: desk.path(""))
      while tool.isRunning, !self.names("all.folder", on: desk).contains("0002.tar") {
        usleep(1_000)
      }
      usleep(50_000)
      tool.send(SIGINT)
      #expect(tool.end(within: 60) == .exit(128 + SIGINT))
      #expect(tool.errorText.contains("' was not written\n"))
      let files = self.names("all.folder", on: desk)
      #expect(files.count >= 2 && files.allSatisfy { $0.hasSuffix(".tar") }, "\(files)")
      for file in files { #expect(try !self.logs("all.folder/\(file)", on: desk).isEmpty) }
    }
  }

  @Test func `'corpus pack' leaves no half shard on a full disk`() async throws {
    let desk = try desk()
    try desk.write([UInt8](repeating: 7, count: 3_000_000), to: "june.folder/large.playhead")
    let words = ["playhead"] + desk.words(of: "corpus pack may.folder june.folder -o all.folder")
    let result = await #expect(
      processExitsWith: .exitCode(ExitCode.unusable.rawValue), observing: [\.standardErrorContent]
    ) { [words = words as [String]] in
      try FileLimit.set(to: 1_000_000, reached: .signal)
      PlayheadCommand.main(apps: [Raffle.self], words: words)
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("0001.tar' cannot be written: file too large; "), "\(error)")
    #expect(names("all.folder", on: desk) == [])
  }
}
