import FluxTesting
import Foundation
import Testing

import PlayheadCoding

@Suite struct ShellWordTests {
  @Test(
    arguments: [
      "", "a.playhead", "with space", "state('a') > 1", #"type = "Put""#, "$HOME `id` \\",
      "é.playhead", "a;b", "*",
    ])
  func `a shell reads the word that was meant`(word: String) async throws {
    let data = try await onOwnThread {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
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

  @Test func `what needs no quotation marks has none`() {
    #expect("sessions/a-1_b.playhead".inShell == "sessions/a-1_b.playhead")
  }
}
