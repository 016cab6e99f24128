import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// The tool where few files may be open, as under `ulimit -n`.
@Suite(.timeLimit(.minutes(15))) struct OpenFileLimitTests {
  @Test(arguments: [
    "record text-editor -i s.txt -o new.playhead", "record text-editor -o new.playhead",
    "debug r.playhead", "info r.playhead", "state r.playhead end", "check r.playhead",
    "shrink r.playhead --where step=2 -o new.playhead", "pack r.playhead -o new.playhead",
    "fixture add r.playhead --name new",
  ])
  func `a command for which too few files may be open costs a sentence`(call: String) async throws {
    try await onOwnThread {
      let desk = try Desk()
      try desk.write("insert Hello\n".utf8, to: "s.txt")
      #expect(desk.playhead("record text-editor -i s.txt -o r.playhead").code == .good)
      for files in 3...20 {
        let tool = try StartedTool(Desk.tool, desk.words(of: call), in: desk.path(""), files: files)
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
        #expect(!said.contains("trapped"), "\(files): \(said)")
        for name in ["new.playhead", "Fixtures"] {
          try? FileManager.default.removeItem(atPath: desk.path(name))
        }
      }
    }
  }
}
