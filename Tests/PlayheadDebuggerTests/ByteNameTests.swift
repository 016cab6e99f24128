import FluxTesting
import Foundation
import TestSupport
import Testing

/// The program, called by a shell with names of files that are not UTF-8.
@Suite struct ByteNameTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID())")

  /// Runs a shell script that calls `playhead`, with the names `$a` and `$b`.
  private func shell(_ script: String) async throws -> FinishedProcess {
    let folder = folder
    let names = "a=$'\\xff\\xfe.playhead'; b=$'caf\\xe9.playhead'"
    let tool = "playhead() { '\(Desk.tool)' \"$@\"; }"
    return try await onOwnThread {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try FinishedProcess.run(
        URL(filePath: "/bin/bash"), ["-c", "\(names); \(tool); \(script)"], in: folder)
    }
  }

  @Test
  func `commands read and write the exact bytes of a log file name that is not UTF-8`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ended = try await shell(
      """
      set -e
      printf 'like 1\\nlike 2\\n' >"${a%.playhead}.txt"
      playhead record feed -i "${a%.playhead}.txt" -o "$a"
      playhead log "$a" >/dev/null
      playhead state "$a" end feed >/dev/null
      playhead blame "$a" >/dev/null
      playhead verify "$a"
      printf 'goto 1\\nskip\\nsave %s\\n' "$b" | playhead debug "$a" >/dev/null
      playhead verify "$b"
      rm "$b"
      playhead recover "$a" -o "$b"
      playhead verify "$b"
      printf '%q\\n' *
      """)
    let text = ended.output + ended.error
    #expect(ended.code == 0, "\(text)")
    #expect(text.contains(#"in '\xFF\xFE.playhead'"#), "\(text)")
    #expect(text.contains(#"caf\xE9.playhead: undamaged"#), "\(text)")
    // As bash writes bytes that are not UTF-8.
    let names = [#"$'\377\376.playhead'"#, #"$'caf\351.playhead'"#, #"$'\377\376.txt'"#]
    let lines = ended.output.split(separator: "\n").map(String.init)
    #expect(Set(lines.suffix(3)) == Set(names), "\(text)")
  }

  @Test
  func
    `the 'recover' command that 'pack' suggests works in a shell for a log name that is not UTF-8`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ended = try await shell(
      """
      echo 'like 1' | playhead record feed -o "$a" >/dev/null
      truncate -s -20 "$a"
      proposed=$(playhead pack "$a" -o "$b" 2>&1 | grep -o "playhead recover .* -o")
      eval "$proposed saved.playhead"; playhead verify saved.playhead
      """)
    #expect(ended.code == 0, "\(ended)")
  }
}
