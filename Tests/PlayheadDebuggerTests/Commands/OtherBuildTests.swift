import Foundation
import PlayheadDebugger
import TestSupport
import Testing

#if os(Linux)
  /// A program that is built again while its processes replay a log.
  @Suite struct OtherBuildTests {
    @Test func `'check' fails if its worker processes run two different builds of the program`()
      throws
    {
      // The program is, every other time, another build of the tool.
      let desk = try Desk()
      var other = try Data(contentsOf: URL(filePath: Desk.tool))
      // The kind and the name of the note in which a linker tells builds apart.
      let note = try #require(other.range(of: Data([3, 0, 0, 0] + Array("GNU\0".utf8))))
      other[note.upperBound] ^= 0xFF
      try desk.write(other, to: "written")
      // No system runs a file that a child of another test may still have open for writing.
      try desk.makeScript("other", "")
      let copying = try Process.run(
        URL(filePath: "/bin/cp"), arguments: [desk.path("written"), desk.path("other")])
      copying.waitUntilExit()
      let (count, builds) = (desk.path("count"), [Desk.tool, desk.path("other")])
      try desk.makeScript(
        "tool",
        """
        echo >>'\(count)'
        [ $(($(wc -l <'\(count)') % 2)) = 0 ] && exec '\(builds[0])' "$@"
        exec '\(builds[1])' "$@"
        """)
      desk.programFile = desk.path("tool")
      try desk.write("insert a line\nmove 3\n".utf8, to: "a.keys")
      let recorded = desk.playhead("record text-editor --input a.keys -o a.playhead")
      #expect(recorded.code == .good, "\(recorded.error)")
      let outcome = desk.playhead("check a.playhead --runs 2")
      #expect(outcome.code == .unusable && !outcome.output.contains("deterministic"))
      #expect(
        outcome.error.contains("the program was rebuilt while it replayed"), "\(outcome.error)")
    }
  }
#endif
