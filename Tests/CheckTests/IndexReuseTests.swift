import FluxTesting
import Foundation
import Testing

/// The real tool with an index beside a log that it may not believe.
@Suite(.serialized, .timeLimit(.minutes(10))) struct IndexReuseTests {
  private let folder: URL

  init() throws { folder = try Attack.folder() }

  private func file(_ name: String) -> URL { folder.appending(path: name) }

  /// Records lines.
  private func record(_ app: String, _ lines: [String], to log: String) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file("lines"))
    let outcome = try Tool.call(["record", app, "--input", "lines", "-o", log], in: folder)
    #expect(outcome.code == 0, "\(outcome.error)")
  }

  /// What is said of who wrote what. An index is kept of a log of any length once there is a file for it.
  private func blame(
    _ log: String, fault: String? = nil, program: URL = Tool.program
  ) throws -> String {
    let outcome = try Tool.call(["blame", log], in: folder, fault: fault, program: program)
    // A mistake that counts replays may lead to other states than the recorded ones: exit 1 exactly where that is said.
    let isDoubtful = outcome.error.contains("not the recorded")
    #expect(outcome.code == (isDoubtful ? 1 : 0), "\(outcome.error)")
    #expect(fault != nil || !isDoubtful, "\(outcome.error)")
    return outcome.output
  }

  @Test func `'blame' does not use an index file of the correct app for the faulty app`()
    async throws
  {
    let (sound, again, found) = try await onOwnThread {
      // The sound app moves the caret once.
      let lines = ["insert some text"] + Array(repeating: "move 3", count: 600)
      try record("text-editor", lines, to: "a.playhead")
      try Data().write(to: file("a.playhead.index"))
      // What the mistake does depends on how often the app is replayed: each of its answers is another than the sound one.
      let sound = try blame("a.playhead")
      return (
        sound, try blame("a.playhead"), try blame("a.playhead", fault: "text-editor/counted-moves")
      )
    }
    #expect(sound == again)
    #expect(found != sound)
  }

  #if os(Linux)
    /// Makes a program in the folder the tool as another build would be, of the same size and time.
    private func build(_ change: (inout Data) throws -> Void) throws -> URL {
      var bytes = try Data(contentsOf: Tool.program)
      try change(&bytes)
      let (written, program) = (file("written"), file("program"))
      try bytes.write(to: written)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755, .modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: written.path)
      try? FileManager.default.removeItem(at: program)
      // No system runs a file that a child of another test may still have open for writing.
      let copying = try Process.run(
        URL(filePath: "/bin/cp"), arguments: ["-p", written.path, program.path])
      copying.waitUntilExit()
      return program
    }

    /// Where the note of the linker is that tells one build from another.
    private static func note(in bytes: Data) throws -> Range<Data.Index> {
      try #require(bytes.range(of: Data([20, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8))))
    }

    @Test(arguments: [true, false])
    func `'blame' does not use an index file of another build with the same size and time`(
      hasBuildID: Bool
    ) async throws {
      // The programs are large.
      defer { try? FileManager.default.removeItem(at: folder) }
      let kept = try await onOwnThread {
        try record("text-editor", Array(repeating: "insert x", count: 600), to: "a.playhead")
        try Data().write(to: file("a.playhead.index"))
        return try ([1, 1, 2] as [UInt8]).map { number in
          let program = try build { bytes in
            let note = try Self.note(in: bytes)
            bytes[hasBuildID ? note.upperBound : note.lowerBound + 4] = hasBuildID ? number : 9
            bytes.append(number)
          }
          _ = try blame("a.playhead", program: program)
          return try Data(contentsOf: file("a.playhead.index"))
        }
      }
      #expect(kept[0] == kept[1] && kept[1] != kept[2])
    }
  #endif
}
