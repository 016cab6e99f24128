import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// The tool where few files may be open, as under `ulimit -n`.
@Suite(.timeLimit(.minutes(15))) struct OpenFileLimitTests {
  /// Each command, and a recording of what is typed.
  private static let calls = CommandCalls.all.merging([
    "record -o": { [$0.output, "--", $0.app] }
  ]) { call, _ in call }

  @Test(arguments: Self.calls.keys.sorted())
  func `a command that may open too few files fails with an error, not a crash`(name: String)
    async throws
  {
    let call = try #require(Self.calls[name])
    try await onOwnThread {
      let desk = try Desk()
      try desk.write("insert Hello\nmove 3\ninsert !\n".utf8, to: "s.txt")
      #expect(desk.playhead("record text-editor -i s.txt -o r.playhead").code == .good)
      try desk.makeDirectory("work")
      for files in 3...20 {
        try FileManager.default.removeItem(atPath: desk.path("work"))
        try desk.makeDirectory("work")
        try desk.write(desk.bytes("r.playhead"), to: "work/r.playhead")
        let words = call(
          CommandCalls.Files(
            log: desk.path("work/r.playhead"), input: desk.path("s.txt"),
            output: desk.path("work/new.playhead"), build: Desk.tool, app: "text-editor"))
        let tool = try StartedTool(
          Desk.tool, name.split(separator: " ").map(String.init) + words, in: desk.path("work"),
          files: files)
        tool.closeInput()
        let end = tool.end(within: 120)
        guard case .exit(let code) = end else {
          Issue.record("\(files): \(end as Any)")
          continue
        }
        #expect(code < 128, "\(files): \(code)")
        let said = tool.errorText
        // Where the system cannot even load the program, the system says so.
        if (4...9).contains(files) {
          #expect(code == 2, "\(files): \(said)")
          #expect(said.hasPrefix("playhead: only "), "\(files): \(said)")
          #expect(said.hasSuffix("; 'ulimit -n 256' raises the limit\n"), "\(files): \(said)")
          #expect(said.count { $0 == "\n" } == 1, "\(files): \(said)")
        }
        #expect(code != 2 || !said.isEmpty, "\(files)")
        // Wrong reasons, and what a file that stays open costs.
        for words in ["trapped", "name an executable", "cannot be read"] {
          #expect(!said.contains(words), "\(files): \(said)")
        }
      }
    }
  }
}
