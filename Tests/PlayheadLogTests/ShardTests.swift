import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import Testing

/// Many logs in one tar: what is packed is what is read, by this reader and by 'tar'.
@Suite struct ShardTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Names with all that a file's name may have.
  private static let names = (0..<400).map { number in
    switch number % 10 {
    case 0: "\(number).playhead"
    case 1: "a folder/and another/\(number).playhead"
    case 2: String(repeating: "x", count: 100 - "\(number).playhead".count) + "\(number).playhead"
    case 3: String(repeating: "x", count: 101 - "\(number).playhead".count) + "\(number).playhead"
    case 4: "séance 🧭 \(number).playhead"
    case 5: "::\(number)::b.playhead"
    case 6:
      Array(repeating: String(repeating: "long", count: 40), count: 6).joined(separator: "/")
        + "/\(number)"
    case 7: "a\"quote\"\\\(number)\n\t\u{7F}.playhead"
    // The same character in two forms.
    case 8: "\u{E9}\(number / 10).playhead"
    default: "e\u{301}\(number / 10).playhead"
    }
  }

  private func tar(_ words: String...) throws -> FinishedProcess {
    let tar = ["/usr/bin/tar", "/bin/tar"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return try FinishedProcess.run(
      URL(filePath: try #require(tar)), words, in: folder.url, variables: ["LC_ALL": "C.UTF-8"])
  }

  private func write(_ packed: PackedFiles, to name: String) throws {
    for file in packed.files {
      let url = folder.url.appending(path: name).appending(path: file.name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
  }

  // MARK: Packing and reading

  @Test func `logs with names of every kind are read from a shard as they were packed`() throws {
    let packed = try PackedFiles(Self.names)
    let path = try #require(packed.pack(to: folder.path("")).first)
    for shard in [
      try Shard.opened(path), try Shard(MemorySource(bytes: folder.read("0001.tar")), path: path),
    ] {
      let read = try shard.contents()
      #expect(read.count == packed.files.count)
      for (read, file) in zip(read, packed.files) {
        #expect(read.name.utf8.elementsEqual(file.name.utf8) && read.bytes == file.bytes)
      }
    }
  }

  @Test func `'tar' lists and unpacks a shard`() throws {
    let packed = try PackedFiles(Self.names)
    _ = try packed.pack(to: folder.path(""))
    let listed = try tar("tf", "0001.tar")
    #expect(listed.code == 0 && listed.error == "")
    let lines = listed.output.split(separator: "\n")
    #expect(lines.count == packed.files.count + 1 && lines.first == "0.playhead")
    #expect(lines.last == "playhead-index.jsonl")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    #expect(try tar("xf", "0001.tar", "-C", "out").code == 0)
    for file in packed.files { #expect(try folder.read("out/\(file.name)") == file.bytes) }
    let index = String(decoding: try folder.read("out/playhead-index.jsonl"), as: UTF8.self)
    #expect(index.hasPrefix("{\"name\":\"0.playhead\",\"offset\":512,\"size\":0}\n"))
    #expect(index.contains("{\"shard\":1,\"logs\":400,\"index\":"))
  }

  #if canImport(Darwin)
    private static let formats = ["ustar", "gnutar", "pax"]
  #else
    private static let formats = ["ustar", "gnu", "oldgnu", "pax"]
  #endif

  @Test(arguments: formats)
  func `the files of a tar by 'tar' are read, in each of its formats`(format: String) throws {
    // 'ustar' has no room for the longest names.
    let names = Self.names.filter { format != "ustar" || $0.utf8.count <= 100 }
    let packed = try PackedFiles(names)
    try write(packed, to: "in")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link"), withDestinationPath: "0.playhead")
    try FileManager.default.linkItem(
      atPath: folder.path("in/0.playhead"), toPath: folder.path("in/hard link"))
    let made = try tar("cf", "t.tar", "--format=\(format)", "-C", "in", ".")
    #expect(made.code == 0, "\(made.error)")
    let shard = try Shard.opened(folder.path("t.tar"))
    #expect(shard.logs.count == packed.files.count)
    // Of two names of one file, one is a link to the other in the tar.
    for file in packed.files where file.name != "0.playhead" {
      #expect(try shard.bytes(ofLog: "./\(file.name)") == file.bytes, "\(file.name)")
    }
  }

  @Test func `of several files of a tar with the same name, the last one is read`() throws {
    for text in ["old", "new"] {
      _ = try folder.write(Array(text.utf8), as: "a.playhead")
      #expect(try tar(text == "old" ? "cf" : "rf", "t.tar", "a.playhead").code == 0)
    }
    let shard = try Shard.opened(folder.path("t.tar"))
    #expect(try shard.contents().map { String(decoding: $0.bytes, as: UTF8.self) } == ["new"])
  }

  @Test func `a shard to which 'tar' added a file has that file too`() throws {
    let path = try #require(try PackedFiles(["a", "b"]).pack(to: folder.path("")).first)
    #expect(try Shard.opened(path).logs.map(\.name) == ["a", "b"])
    _ = try folder.write([1, 2, 3], as: "c")
    #expect(try tar("rf", "0001.tar", "c").code == 0)
    #expect(try Shard.opened(path).logs.map(\.name) == ["a", "b", "c"])
    #expect(try Shard.opened(path).bytes(ofLog: "c") == [1, 2, 3])
  }

  @Test
  func `the same logs give the same shards, none larger than the limit unless a log alone is`()
    throws
  {
    var packed = try PackedFiles(Self.names)
    packed.files.insert(("large", [UInt8](repeating: 1, count: 70_000)), at: 30)
    let (one, other) = (try Folder(), try Folder())
    let paths = try packed.pack(to: one.path(""), size: 60_000)
    #expect(
      try packed.pack(
        to: other.path("none there/").replacing("none there/", with: ""), size: 60_000
      ).count == paths.count)
    var names: [String] = []
    for number in 1...paths.count {
      let name = String("000\(number)".suffix(4)) + ".tar"
      let bytes = try one.read(name)
      #expect(try bytes == other.read(name))
      let logs = try Shard.opened(one.path(name)).logs
      names += logs.map(\.name)
      #expect(bytes.count <= 60_000 || logs.map(\.name) == ["large"])
      // One more log has no room.
      #expect(bytes.count > 40_000 || number == paths.count || names.count == 30)
    }
    #expect(names == packed.files.map(\.name))
  }

  @Test func `a shard has only the readers that all of its logs have`() throws {
    let writer = try ShardWriter(in: folder.path(""), size: 50_000) {
      try OutputFile(fileAt: $0, mode: .usual)
    }
    let log = MemorySource(bytes: [1])
    for mode in [FileMode.usual, .owner, .usual] {
      _ = try writer.append(log, mode, named: "\(mode.rawValue)")
    }
    let path = try #require(try writer.finish()?.path)
    #expect(try FileSource(regular: path).mode == .owner)
    #expect(throws: LogError.exists(path: path)) {
      try ShardWriter(in: folder.path(""), size: 5_000) { _ in fatalError() }
    }
  }

  @Test func `a log of 8 GiB is refused`() throws {
    let path = try folder.write([], as: "large")
    #expect(truncate(path, 1 << 33) == 0)
    let writer = try ShardWriter(in: folder.path(""), size: 50_000) { _ in fatalError() }
    let log = try FileSource(regular: path)
    let fault = "a tar has room for files of less than 8 GiB; leave it out"
    #expect(throws: LogError.unwritable(path: "a", reason: .content(fault))) {
      try writer.append(log, .usual, named: "a")
    }
  }

  // MARK: Paths

  @Test func `a log in a shard is opened by SHARD::NAME`() throws {
    let packed = try PackedFiles((0..<20).map { "a::\($0).playhead" })
    let path = try #require(packed.pack(to: folder.path("")).first)
    let name = "\(path)::a::3.playhead"
    for log in [
      try LogReader(path: name), try LogReader(file: name), try LogReader(savingFrom: name),
    ] {
      #expect(log.name == name && log.lastStep == 7 && !log.hasFile && !log.isBeingWritten)
      #expect(try log.findDamage() == () && log.damages == [])
    }
    #expect(Shard.logs(at: path).count == 20 && Shard.logs(at: path)[3] == name)
    #expect(Shard.logs(at: name) == [name])
    #expect(throws: ReadingError.empty(path: "\(path)::a::0.playhead")) {
      try LogReader(path: "\(path)::a::0.playhead")
    }
  }

  @Test func `a file whose own name has '::' is opened as before`() throws {
    let bytes = try LogScript.sampler()
    let shard = try #require(try PackedFiles(["x"]).pack(to: folder.path("")).first)
    for name in ["::.playhead", "a::b.playhead", ":::", "0001.tar::y"] {
      #expect(try LogReader(path: folder.write(bytes, as: name)).lastStep == 7)
    }
    #expect(throws: ReadingError.missing(path: folder.path("a::b.playhead::c"))) {
      try LogReader(path: folder.path("a::b.playhead::c"))
    }
    #expect(try Shard.opened(shard).contents().map(\.name) == ["x"])
  }

  @Test func `errors about shards say what to name instead`() throws {
    let path = try #require(try PackedFiles(["a", "it's"]).pack(to: folder.path("")).first)
    #expect(
      try sentence { _ = try LogReader(path: path) }
        == "'\(path)' is a shard with 2 logs, not a log; name one in it, as in '\(path)::a'")
    #expect(
      try sentence { _ = try LogReader(bytes: folder.read("0001.tar"), name: "t.tar") }
        == "'t.tar' is a shard with 2 logs, not a log; name one in it, as in 't.tar::a'")
    #expect(
      try sentence { _ = try LogReader(path: path + "::b") }
        == "'\(path)::b' cannot be read: the shard has no log of this name; 'tar tf \(path)' lists the names"
    )
    let empty = try folder.write(TarForge.entry("folder/", [], "5") + TarForge.end, as: "e.tar")
    #expect(
      try sentence { _ = try LogReader(path: empty) }
        == "'\(empty)' is a tar without logs; check that it is the right file")
    #expect(Shard.logs(at: empty) == [empty])
    let cut = try folder.write(TarForge.entry("a", [1]), as: "c.tar")
    #expect(
      try sentence { _ = try LogReader(path: cut + "::b") }
        == "'\(cut)' cannot be read: it is a tar without its end; get a whole copy")
    let other = try folder.write(
      TarForge.entry("a", [1]) + [UInt8](repeating: 1, count: 512), as: "d.tar")
    #expect(
      try sentence { _ = try LogReader(path: other) }
        == "'\(other)' cannot be read: its tar header at byte 1,024 is damaged; get an undamaged copy"
    )
  }

  @Test func `a shard without its end has the logs before that, and an error`() throws {
    let packed = try PackedFiles((0..<20).map { "\($0).playhead" })
    let whole = try packed.shard()
    let logs = try Shard(MemorySource(bytes: whole), path: "t").logs
    for end in stride(from: 512, to: (logs.last?.offset ?? 0) + 512, by: 256) {
      let path = try folder.write(Array(whole[..<end]), as: "cut.tar")
      // With the zeros up to the next block.
      let there = logs.filter { $0.offset + ($0.size + 511) & ~511 <= end }
      #expect(Shard.logs(at: path) == there.map { "\(path)::\($0.name)" } + [path])
      if let last = there.last {
        let bytes = packed.files.first { $0.name == last.name }?.bytes
        #expect(try Shard.opened(path).bytes(ofLog: last.name) == bytes)
      }
      #expect(
        try sentence { _ = try LogReader(path: path) }
          == "'\(path)' cannot be read: it is a tar without its end; get a whole copy")
    }
  }

  @Test func `a shard that was replaced is read again`() throws {
    let path = folder.path("t.tar")
    for number in 1...20 {
      _ = try folder.write(TarForge.entry("a", [UInt8(number)]) + TarForge.end, as: "new")
      #expect(rename(folder.path("new"), path) == 0)
      #expect(try Shard.opened(path).bytes(ofLog: "a") == [UInt8(number)])
    }
  }
}
