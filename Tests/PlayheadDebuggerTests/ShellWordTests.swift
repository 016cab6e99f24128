import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

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
    ("-my log", "'./-my log'"), (FileName.text(of: [0xFF, 0x61, 0x27]), #"$'\377a\''"#),
  ]) func `shell quoting adds only what a word needs`(word: String, quoted: String) {
    #expect(word.inShell == quoted)
  }
}
