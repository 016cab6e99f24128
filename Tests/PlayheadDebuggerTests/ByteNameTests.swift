import FluxTesting
import Foundation
import TestSupport
import Testing

/// The program, called by a shell with names of files that are not UTF-8.
@Suite struct ByteNameTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID())")

  /// What a shell script that calls `playhead` writes, both streams in one, and how it ends. Names with bytes of
  /// their own are `$a` and `$b`.
  private func shell(_ script: String) async throws -> (output: [UInt8], code: Int32) {
    let folder = folder
    return try await onOwnThread {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = [
        "-c",
        "a=$'\\xff\\xfe.playhead'; b=$'caf\\xe9.playhead'; playhead() { '\(Desk.tool)' \"$@\"; }; \(script)",
      ]
      process.currentDirectoryURL = folder
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (Array(output), process.terminationStatus)
    }
  }

  @Test
  func `commands read and write the exact bytes of a log file name that is not UTF-8`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, code) = try await shell(
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
      for file in *; do echo "$file"; done
      """)
    let text = String(decoding: output, as: UTF8.self)
    #expect(code == 0, "\(text)")
    #expect(text.contains(#"in '\xFF\xFE.playhead'"#), "\(text)")
    #expect(text.contains(#"caf\xE9.playhead: undamaged"#), "\(text)")
    let names = [[0xFF, 0xFE], Array("caf".utf8) + [0xE9]].map { $0 + Array(".playhead".utf8) }
    let lines = output.split(separator: UInt8(ascii: "\n")).map(Array.init)
    #expect(Set(lines.suffix(3)) == Set(names + [[0xFF, 0xFE] + Array(".txt".utf8)]), "\(text)")
  }

  @Test
  func
    `the 'recover' command that 'pack' suggests works in a shell for a log name that is not UTF-8`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, code) = try await shell(
      """
      echo 'like 1' | playhead record feed -o "$a" >/dev/null
      truncate -s -20 "$a"
      proposed=$(playhead pack "$a" -o "$b" 2>&1 | grep -o "playhead recover .* -o")
      eval "$proposed saved.playhead"; playhead verify saved.playhead
      """)
    #expect(code == 0, "\(String(decoding: output, as: UTF8.self))")
  }
}
