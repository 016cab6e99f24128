import Foundation
import Testing

/// The example of a program of one's own with an app's debugger.
@Suite struct AppDebuggerTests {
  /// Records these lines with an app whose stores crash in the script `armed`, and gives both to `body`.
  private func withSession(_ lines: [String], _ body: (FirstTime) async throws -> Void) async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "debugger-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = Bundle.main.bundleURL.appending(path: "trap-app")
    let (log, debugger) = (folder.appending(path: "t.playhead"), folder.appending(path: "armed"))
    let script = "#!/bin/sh\nTRAPPER=armed exec '\(app.path)' \"$@\"\n"
    let input = lines.map { $0 + "\n" }.joined()
    try Data(script.utf8).write(to: debugger)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: debugger.path)
    let process = Process()
    process.executableURL = app
    process.arguments = ["record", "trapper", "-o", log.path]
    let pipe = Pipe()
    (process.standardInput, process.standardOutput) = (pipe, FileHandle.nullDevice)
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    try await body(FirstTime(log: log, debugger: debugger))
  }

  @Test func `the documentation's program shows a value's history up to a condition's first step`()
    async throws
  {
    try await withSession(["add 3", "need 1", "add 4", "need 2"]) { program in
      let lines = try program.lines("state('numbers.last') = 2", "numbers.last")
      #expect(lines == ["step 4: 2", "  2: 1", "  4: 2"])
      #expect(try program.lines("state('numbers.last') = 7", "numbers.last") == ["never true"])
    }
  }

  @Test func `the documentation's program survives a crashing store and names its step`()
    async throws
  {
    try await withSession(["add 3", "index 9", "add 4"]) { program in
      let lines = try program.lines("state('numbers.last') = 2", "numbers.last")
      #expect(lines == ["a store crashes at step 2: Index out of range"], "\(lines)")
    }
  }

  @Test func `the documentation's program cancels a search that never ends`() async throws {
    try await withSession(["add 3", "climb 0", "add 4"]) { program in
      await #expect(throws: CancellationError.self) {
        try await program.lines("state('numbers.last') = 2", "numbers.last", within: .seconds(1))
      }
    }
  }
}
