import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is left of files where a run is killed while it makes them, and what the next run makes of that. Whoever is
/// killed is a process of its own.
@Suite struct OutputFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() }
  }

  private func pack(to name: String = "out") throws {
    let log = try LogReader(bytes: LogScript.chunks(5), name: "log")
    _ = try LogPacking(log).write(to: folder.path(name))
  }

  /// Has a run killed that recovers a log, and gives the name of what it has left.
  private func leaveRecovery() async throws -> String {
    let path = folder.path("out")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let log = try LogReader(bytes: LogScript.chunks(5), name: "log")
      var last = -1
      _ = try LogRecovery(log).write(to: path) { bytes in
        // In the second pass: something is written.
        if bytes < last { kill(getpid(), SIGKILL) }
        last = bytes
      }
    }
    let names = try names
    try #require(names.count == 1 && names[0] != "out", "\(names)")
    return names[0]
  }

  @Test func `writing an output removes the unfinished file of a killed run for the same output`()
    async throws
  {
    _ = try await leaveRecovery()
    try pack()
    #expect(try names == ["out"])
  }

  @Test func `writing an output keeps the unfinished file of a killed run for another output`()
    async throws
  {
    let leftover = try await leaveRecovery()
    try pack(to: "other")
    #expect(try names == ["other", leftover].sorted())
  }

  @Test func `writing an output keeps a killed run's unfinished file whose contents were replaced`()
    async throws
  {
    let leftover = try await leaveRecovery()
    _ = try folder.write(Array("mine".utf8), as: leftover)
    try pack()
    #expect(try names == ["out", leftover])
  }

  @Test
  func `writing an output keeps files whose names only look like those of unfinished outputs`()
    throws
  {
    let zeros = String(repeating: "0", count: 16)
    let others = ["out.partial", "out.partial-", "out.partial-12", "out.partial-\(zeros)"]
    for name in others { _ = try folder.write(LogScript.chunks(1), as: name) }
    try pack()
    #expect(try names == (["out"] + others).sorted())
  }

  @Test func `writing an output keeps the unfinished file that another run is still writing`()
    throws
  {
    let other = try OutputFile(text: "other", at: folder.path("out"), mode: .usual)
    try pack()
    #expect(throws: LogError.exists(path: folder.path("out"))) { try other.finish() }
    #expect(try names.contains { $0 != "out" })
    withExtendedLifetime(other) {}
  }

  @Test func `a finished output whose run was killed just after naming it is not overwritten`()
    async throws
  {
    let path = folder.path("out")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try OutputFile(text: "whole", at: path, mode: .usual)
      link(file.partialPath, path)
      kill(getpid(), SIGKILL)
    }
    #expect(try names.count == 2)
    #expect(throws: LogError.exists(path: path)) { try pack() }
    #expect(try names == ["out"])
  }

  @Test func `if one of several outputs already exists, no output gets its name`() throws {
    let files = try ["a", "b"].map {
      try OutputFile(text: $0, at: folder.path($0), mode: .usual)
    }
    _ = try folder.write([1], as: "b")
    #expect(throws: LogError.exists(path: folder.path("b"))) { try OutputFile.finish(files) }
    #expect(try !names.contains("a") && folder.read("b") == [1])
  }

  @Test
  func `after a run was killed while naming several outputs, the already named ones are removed`()
    async throws
  {
    let paths = ["a", "b", "c"].map { folder.path($0) }
    _ = try folder.write([1], as: "b")
    await #expect(processExitsWith: .signal(SIGKILL)) { [paths = paths as [String]] in
      let file = try OutputFile(text: "a", at: paths[0], mode: .usual)
      link(file.partialPath, paths[0])
      kill(getpid(), SIGKILL)
    }
    OutputFile.settle(paths)
    // What somebody else made is not among them.
    #expect(try names == ["b"])
  }

  @Test func `after a run was killed once all its outputs had their names, the outputs stay`()
    async throws
  {
    let paths = ["a", "b"].map { folder.path($0) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [paths = paths as [String]] in
      let files = try paths.map { try OutputFile(text: $0, at: $0, mode: .usual) }
      for file in files { link(file.partialPath, file.path) }
      kill(getpid(), SIGKILL)
    }
    #expect(try names.count == 4)
    OutputFile.settle(paths)
    #expect(try names == ["a", "b"])
  }

  @Test
  func `finishing several outputs that may replace files fails a precondition, and old files stay`()
    async throws
  {
    let paths = ["a", "b"].map { folder.path($0) }
    _ = try folder.write([1], as: "a")
    await #expect(processExitsWith: .failure) { [paths = paths as [String]] in
      let files = try paths.map {
        try OutputFile(text: $0, at: $0, mode: .usual, replaces: true)
      }
      try OutputFile.finish(files)
    }
    #expect(try folder.read("a") == [1] && !names.contains("b"))
  }

  @Test func `an output name may have 230 bytes`() throws {
    let name = String(repeating: "n", count: 230)
    try pack(to: name)
    #expect(try names == [name])
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o400])
  func `an output made from a log has the log's file mode`(
    mode: Int
  ) throws {
    let log = try folder.write(LogScript.chunks(5), as: "log")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: log)
    let reader = try LogReader(path: log)
    _ = try LogRecovery(reader).write(to: folder.path("recovered"))
    _ = try LogPacking(reader).write(to: folder.path("packed"))
    try LogCut(reader, 1...3).write(to: folder.path("cut"))
    for name in ["recovered", "packed", "cut"] {
      #expect(try self.mode(name) == mode & ~mask(), "\(name)")
    }
  }

  @Test func `an output made from piped input is readable only by its owner`() throws {
    try pack()
    #expect(try mode("out") == 0o600)
  }

  private func mode(_ name: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path(name))
    return (facts[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  /// What the system takes away from all modes, found by making a file.
  private func mask() -> Int {
    let path = folder.path("mask")
    close(open(path, O_CREAT | O_RDWR, 0o777))
    defer { unlink(path) }
    return 0o777 & ~((try? mode("mask")) ?? 0)
  }
}
