import Foundation
import PlayheadLint
import Testing

@Suite struct SubprocessTests {
  /// What comes of a program in a folder of its own.
  private func outcome(
    _ words: [String], limit: Double? = nil, joinsStreams: Bool = false
  ) throws -> Subprocess.Outcome? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lint-subprocess-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try Subprocess(words, in: folder, limit: limit, joinsStreams: joinsStreams).run()
  }

  private static let talk = ["sh", "-c", "echo one; echo two >&2; echo three; exit 3"]

  @Test func `what it writes is kept apart, or as it came`() throws {
    let apart = try outcome(Self.talk)
    #expect(apart?.output == "one\nthree\n" && apart?.error == "two\n")
    let joined = try outcome(Self.talk, joinsStreams: true)
    #expect(joined?.output == "one\ntwo\nthree\n" && joined?.error == "")
    #expect(joined?.end == .code(3))
  }

  @Test func `a program that there is not is told from one that fails`() throws {
    #expect(try outcome(["no-such-program-\(UUID().uuidString)"])?.end == Subprocess.notFound)
    #expect(try outcome(["sh", "-c", "kill -9 $$"])?.end == .signal(9))
  }
}
