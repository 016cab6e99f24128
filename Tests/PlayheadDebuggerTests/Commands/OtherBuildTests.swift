import Foundation
import PlayheadDebugger
import TestSupport
import Testing

<<<<<<< HEAD
@testable import PlayheadDebugger
@testable import PlayheadInspector

=======
>>>>>>> main
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
<<<<<<< HEAD

    @Test func `a rebuilt program and a worker of another version get different errors`() {
      #expect(WorkerError.otherBuild.startReason == "the program was rebuilt")
      #expect(
        WorkerError.otherVersion(1).startReason
          == "the program uses version 1 of the messages between processes, not version \(MessagePipe.version)"
      )
    }

    @Test
    func `a worker process whose program file was deleted reports the same build as the original`()
      throws
    {
      let desk = try Desk()
      let copy = desk.path("copy")
      try desk.makeScript(
        "deleted",
        """
        cp '\(Desk.tool)' '\(copy)' && exec 9<'\(copy)' && rm '\(copy)'
        exec /proc/self/fd/9 "$@"
        """)
      let builds = try [Desk.tool, desk.path("deleted")].map {
        try WorkerProgram($0, startLimit: AppExecutable.startLimit).start(under: .comparing)
          .greeting
          .build
      }
      #expect(builds[0]?.isEmpty == false && builds[0] == builds[1])
    }
=======
>>>>>>> main
  }
#endif
