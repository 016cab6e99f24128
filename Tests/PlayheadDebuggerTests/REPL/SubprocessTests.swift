import Foundation
import Testing

@testable import PlayheadDebugger

@Suite struct SubprocessTests {
  /// The result of a program that runs in a folder of its own.
  private func result(_ words: [String]) throws -> (output: String, end: ProcessEnding)? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("subprocess-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Subprocess(words, in: folder).run()
  }

  @Test func `Subprocess returns a program's output and errors in the order of printing`() throws {
    let result = try result(["sh", "-c", "echo one; echo two >&2; echo three; exit 3"])
    #expect(result?.output == "one\ntwo\nthree\n" && result?.end == .code(3))
  }

  @Test func `Subprocess distinguishes a program that does not exist from one that a signal ended`()
    throws
  {
    #expect(try result(["no-such-program-\(UUID().uuidString)"])?.end == Subprocess.notFound)
    #expect(try result(["sh", "-c", "kill -9 $$"])?.end == .signal(9))
  }
}
