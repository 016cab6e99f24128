import FluxTesting
import Foundation
import PlayheadValues
import Testing

import PlayheadCoding

@Suite struct ShellWordTests {
  @Test(
    arguments: [
      "", "a.playhead", "with space", "state('a') > 1", #"type = "Put""#, "$HOME `id` \\",
      "é.playhead", "a;b", "*", "it's", "!!", "a'b\"c", "\u{1B}[2J'\\1", "a\nb", "\u{202E}1", "~",
      // Signs that make one character with what follows or comes before.
      "a'\u{301};echo b;'", "a\u{D4E};id", "=\u{301}a", "\u{600}'\u{600};id",
    ])
  func `bash reads a word that Playhead quotes as the original word`(word: String) async throws {
    let data = try await onOwnThread {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "printf %s \(word.inShell)"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return data
    }
    #expect(String(decoding: data, as: UTF8.self) == word)
  }

  @Test func `shell quoting adds no quotation marks to a word that needs none`() {
    #expect("sessions/a-1_b.playhead".inShell == "sessions/a-1_b.playhead")
    #expect("-".inShell == "-")
  }

  @Test func `shell quoting protects '!' and apostrophes in a word`() {
    #expect("wow!.playhead".inShell == "'wow!.playhead'")
    #expect("it's".inShell == #"'it'\''s'"#)
  }

  @Test func `shell quoting puts './' in front of a file name that starts with '-'`() {
    #expect("-o.playhead".inShell == "./-o.playhead")
    #expect("-my log".inShell == "'./-my log'")
  }

  @Test func `shell quoting writes control characters and invalid UTF-8 as octal byte numbers`() {
    #expect("a\u{1B}1".inShell == #"$'a\0331'"#)
    #expect(FileName.text(of: [0xFF, 0x61, 0x27]).inShell == #"$'\377a\''"#)
  }
}
