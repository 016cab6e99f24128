import Foundation
import PlayheadLint
import Testing

/// Compilers that do not come to an end, or to a bad one. Each is a script that is called like the driver and like
/// the front end.
@Suite struct CompilerEndTests {
  private struct Stopped: Error {}

  /// A folder with two sources and a compiler.
  private final class Workshop: Sendable {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lint-compiler-\(UUID().uuidString)")

    /// A compiler that does these lines when it is to write the trees of files, of which `$first` is the first.
    init(_ lines: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let script = """
        #!/bin/sh
        case "$*" in *-###*) echo "'$0' -frontend -module-name Shop"; exit 0 ;; esac
        for word; do [ "$last" = -output-filelist ] && list=$word; last=$word; done
        first=$(head -n 1 "$list")
        here=$(dirname "$0")
        \(lines)

        """
      try script.write(to: file("compiler"), atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: file("compiler").path)
      for name in ["A.swift", "B.swift"] {
        try "let a = 1\n".write(to: file(name), atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func text(_ name: String) -> String? {
      (try? String(contentsOf: file(name), encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }

    func report(
      limit: Double = 60, while waiting: @escaping @Sendable () throws -> Void = {}
    ) throws -> Lint.Report {
      let sources = ["A.swift", "B.swift"].map { file($0).path }
      let target = LintTarget(module: "Shop", sources: sources, arguments: [])
      let toolchain = Toolchain(driver: [file("compiler").path], limit: limit)
      return try Lint([target], by: toolchain).run(while: waiting)
    }
  }

  private static let tree = #"echo '{"_kind":"source_file"}'"#

  @Test func `all trees and a good end are a report`() throws {
    let workshop = try Workshop(
      "while read -r file; do \(Self.tree) >\"$file\"; done <\"$list\"; "
        + "\(Self.tree) >\"$(tail -n 1 \"$list\")\"")
    #expect(try workshop.report().fileCount == 2)
  }

  @Test(arguments: [
    ("exit 139", Subprocess.End.code(139), ""), ("kill -SEGV $$", .signal(11), ""),
    ("exit 0", .code(0), ""), ("echo 'Stack dump:' >&2; exit 1", .code(1), "Stack dump:"),
  ])
  func `a compiler that ends early is an error with the first file that it left out`(
    line: String, end: Subprocess.End, words: String
  ) throws {
    let workshop = try Workshop("\(Self.tree) >\"$first\"\n\(line)")
    let error = LintError.compilerEnded(end, before: workshop.file("B.swift").path, words)
    #expect(throws: error) { try workshop.report() }
  }

  @Test func `one that finds errors has left out what it does not understand`() throws {
    let workshop = try Workshop(
      "\(Self.tree) >\"$first\"; echo 'B.swift:1:1: error: no such module' >&2; exit 1")
    let report = try workshop.report()
    #expect(report.errors == ["B.swift:1:1: error: no such module"] && report.fileCount == 1)
  }

  @Test func `one that never ends is ended, with what it has started`() throws {
    let workshop = try Workshop("sleep 1000 & echo $! >\"$here/child\"; wait")
    let path = workshop.file("A.swift").path
    let error = LintError.compilerEnded(.tookTooLong(seconds: 2), before: path, "")
    #expect(throws: error) { try workshop.report(limit: 2) }
    let child = try #require(workshop.text("child").flatMap { pid_t($0) })
    #expect(isGone(child))
  }

  @Test func `who stops it leaves no compiler and no folder behind`() throws {
    let workshop = try Workshop(
      "trap '' TERM; sleep 1000 & echo \"$list\" >\"$here/list\"; echo $! >\"$here/child\"; wait; wait"
    )
    #expect(throws: Stopped.self) {
      try workshop.report { if workshop.text("child") ?? "" != "" { throw Stopped() } }
    }
    let child = try #require(workshop.text("child").flatMap { pid_t($0) })
    #expect(isGone(child))
    let list = URL(fileURLWithPath: try #require(workshop.text("list")))
    let scratch = list.deletingLastPathComponent().deletingLastPathComponent()
    #expect(scratch.lastPathComponent.hasPrefix("playhead-lint-"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path))
  }

  /// Whether a process has ended, or is about to: whoever takes the place of its parent may not have looked yet.
  private func isGone(_ process: pid_t) -> Bool {
    let late = ContinuousClock.now + .seconds(10)
    while kill(process, 0) == 0, !isDead(process), ContinuousClock.now < late {
      Thread.sleep(forTimeInterval: 0.01)
    }
    return kill(process, 0) != 0 || isDead(process)
  }

  private func isDead(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? false
  }

  @Test(arguments: [
    (
      LintError.compilerEnded(.code(139), before: "B.swift", ""),
      "the compiler exited with code 139 before it finished 'B.swift', so the sources were not checked; try "
        + "'swift build' with the same toolchain, or name another target with '--target'"
    ),
    (
      .compilerEnded(.signal(11), before: nil, "Stack dump:"),
      "signal 11 ended the compiler (Stack dump:), so the sources were not checked; try "
        + "'swift build' with the same toolchain, or name another target with '--target'"
    ),
    (
      .compilerEnded(.tookTooLong(seconds: 300), before: "A.swift", ""),
      "the compiler took longer than 300 s, and was stopped before it finished 'A.swift', so the sources were not "
        + "checked; try 'swift build' with the same toolchain, or name another target with '--target'"
    ),
  ])
  func `how it ended is said`(error: LintError, sentence: String) {
    #expect(error.description == sentence)
  }
}
