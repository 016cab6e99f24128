import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadValues
import Testing
import TestSupport

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

@Suite struct ShellWordTests {
  private static let words = [
    "", "a.playhead", "with space", "state('a') > 1", #"type = "Put""#, "$HOME `id` \\",
    "é.playhead",
    "a;b", "*", "it's", "!!", "a'b\"c", "\u{1B}[2J'\\1", "a\nb", "\u{202E}1", "~",
    // Signs that make one character with what follows or comes before.
    "a'\u{301};echo b;'", "a\u{D4E};id", "=\u{301}a", "\u{600}'\u{600};id",
  ]

  @Test func `bash reads a word that Playhead quotes as the original word`() async throws {
    let quoted = Self.words.map(\.inShell).joined(separator: " ")
    let bash = try await onOwnThread {
      try FinishedProcess.run(
        URL(filePath: "/bin/bash"), ["-c", #"printf '%s\0' \#(quoted)"#])
    }
    let read = bash.output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    #expect(read.map { String(decoding: $0, as: UTF8.self) } == Self.words)
  }

  @Test(arguments: [
    ("sessions/a-1_b.playhead", "sessions/a-1_b.playhead"), ("-", "-"),
    ("wow!.playhead", "'wow!.playhead'"), ("-o.playhead", "./-o.playhead"),
    ("-my log", "'./-my log'"),
  ]) func `shell quoting adds only what a word needs`(word: String, quoted: String) {
    #expect(word.inShell == quoted)
  }
}
