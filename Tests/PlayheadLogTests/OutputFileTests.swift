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

  @Test func `writing an output removes only the unfinished file of a killed run for that output`()
    async throws
  {
    let leftover = try await leaveRecovery()
    try pack(to: "other")
    #expect(try names == ["other", leftover].sorted())
    try pack()
    #expect(try names == ["other", "out"])
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

  @Test func `an output name may have 230 bytes`() throws {
    let name = String(repeating: "n", count: 230)
    try pack(to: name)
    #expect(try names == [name])
  }

  /// Takes the unfinished file away, which then cannot be written.
  private func removeUnfinished() throws {
    for name in try names where name.contains("partial") {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
  }

  @Test func `an output that cannot be written is an error that names the requested file`() throws {
    let log = try LogReader(bytes: LogScript.chunks(5), name: "log")
    let path = folder.path("out")
    let error = LogError.unwritable(path: path, reason: .deleted)
    #expect(throws: error) {
      try LogRecovery(log).write(to: path) { _ in try removeUnfinished() }
    }
    #expect(throws: error) {
      _ = try LogPacking(log).write(to: path) { _ in try removeUnfinished() }
    }
  }

  @Test func `an output that is cancelled leaves no unfinished file`() throws {
    let log = try LogReader(bytes: LogScript.chunks(5), name: "log")
    #expect(throws: CancellationError.self) {
      _ = try LogPacking(log).write(to: folder.path("out")) { _ in throw CancellationError() }
    }
    #expect(try names == [])
  }

  @Test func `an output made from piped input is readable only by its owner`() throws {
    try pack()
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
    #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }
}
