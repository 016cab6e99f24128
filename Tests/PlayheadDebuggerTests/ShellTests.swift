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

  @Test(arguments: ["log", "state", "blame", "verify", "debug", "recover"])
  func `a log name that is not UTF-8 is refused with a sentence`(command: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ended = try await shell(
      """
      echo 'like 1' | playhead record feed -o log >/dev/null
      mv log "$a"
      playhead \(command) "$a" </dev/null
      """)
    #expect(
      ended.code == 2 && ended.error.contains("is not UTF-8; if it names a file, rename that"),
      "\(ended)")
  }

  @Test func `a file whose name is not UTF-8 is not written`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ended = try await shell("echo 'like 1' | playhead record feed -o \"$b\"; ls")
    #expect(ended.error.contains("is not UTF-8") && ended.output.isEmpty, "\(ended)")
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
