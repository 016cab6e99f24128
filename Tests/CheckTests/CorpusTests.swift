import FluxTesting
import Foundation
import Testing

/// The same question about each log of a list, and the results put together.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CorpusTests {
  /// Sessions of the feed in a folder, and another build of it in which three things are other.
  private static let corpus: Result<(folder: URL, logs: [String], before: String), any Error> =
    Result {
      let folder = try Attack.folder()
      let logs = try Tool.recordFeeds(18, in: folder).sorted()
      return (folder, logs, try Tool.otherBuild("PLAYHEAD_FAULT=feed/three-changes", in: folder))
    }

  /// Writes the lines of a call about a list of logs into a file, and gives the call.
  private static func rows(
    _ words: [String], _ logs: [String], in folder: URL, to file: String
  ) throws -> FinishedProcess {
    let done = try Tool.call(
      words + ["--files-from", "-"], in: folder, input: logs.map { $0 + "\n" }.joined())
    try Data(done.output.utf8).write(to: folder.appending(path: file))
    return done
  }

  /// The lines about groups, without their ends that only 'compare' or only 'corpus merge' knows.
  private static func groups(_ done: FinishedProcess) -> [String] {
    done.output.split(separator: "\n").filter { $0.hasPrefix(#"{"group":"#) }.map(String.init)
  }

  @Test func `parts of a comparison give the groups of one comparison of all`() async throws {
    try await onOwnThread {
      let (folder, logs, before) = try Self.corpus.get()
      let whole = try Tool.call(["compare", "--with", before, "--json"] + logs, in: folder)
      let ask = ["compare", "--with", before]
      // The second part has logs of the first and of the third, as if a machine had done them again.
      let parts = [logs[..<7], logs[4..<13], logs[11...]].map(Array.init)
      for (number, part) in parts.enumerated() {
        let done = try Self.rows(ask, part, in: folder, to: "part-\(number)")
        #expect(done.code == 0 && done.error == "", "\(done)")
        #expect(done.objects.map { $0["log"] as? String } == part)
      }
      let orders = [
        ["part-0", "part-1", "part-2"], ["part-2", "part-0", "part-1", "part-0"],
      ]
      for order in orders {
        let merged = try Tool.call(["corpus", "merge", "--json"] + order, in: folder)
        #expect(merged.code == 1 && Self.groups(merged) == Self.groups(whole), "\(merged)")
        #expect(merged.objects[0]["sessions"] as? Int == logs.count)
      }
      // In two steps.
      _ = try Tool.call(["corpus", "merge", "part-1", "part-2", "-o", "later"], in: folder)
      let last = try Tool.call(["corpus", "merge", "--json", "later", "part-0"], in: folder)
      #expect(Self.groups(last) == Self.groups(whole))
      #expect(Self.groups(last).count == 3)
    }
  }

  @Test func `each log of a list has a line, also one that cannot be read or that crashes`()
    async throws
  {
    try await onOwnThread {
      let (folder, logs, before) = try Self.corpus.get()
      let feed = try Data(contentsOf: folder.appending(path: logs[0]))
      let files = [
        "empty": Data(), "text": Data("no log".utf8), "half": feed.prefix(feed.count / 2),
        "foreign": try Data(
          contentsOf: Tool.root.appending(
            path: "fixtures/exercises/clip-editor/kept-handles.playhead")),
      ]
      for (name, bytes) in files { try bytes.write(to: folder.appending(path: name)) }
      let list = ["missing", "empty", logs[0], "text", "half", "foreign", logs[1], "no\u{1B}such"]
      let done = try Self.rows(["compare", "--with", before], list, in: folder, to: "odd")
      #expect(done.code == 0, "\(done)")
      #expect(done.objects.map { $0["log"] as? String } == list)
      let why = done.objects.map { row -> String? in
        (row["causes"] as? [[String: Any]])?.first.flatMap { $0["why"] as? String }
      }
      #expect(
        why[0] == "missing" && why[1] == "empty" && why[3] == "notALog" && why[7] == "missing")
      #expect(done.objects.allSatisfy { $0["schema"] as? Int == 1 })
      let merged = try Tool.call(["corpus", "merge", "odd"], in: folder)
      #expect(merged.output.contains("without an answer") && !merged.output.contains("\u{1B}"))
    }
  }

  @Test func `a list is gone on with after the lines that are there`() async throws {
    try await onOwnThread {
      let (folder, logs, _) = try Self.corpus.get()
      let ask = ["log", "--where", "type = 'Refused'"]
      let all = try Self.rows(ask, logs, in: folder, to: "all")
      #expect(all.code == 0 && all.objects.count == logs.count, "\(all)")
      // As if it had been killed within the sixth line.
      let lines = all.output.split(separator: "\n")
      let cut = lines.prefix(5).joined(separator: "\n") + "\n" + lines[5].prefix(20)
      try Data(cut.utf8).write(to: folder.appending(path: "cut"))
      let rest = try Self.rows(ask + ["--resume", "cut"], logs, in: folder, to: "rest")
      #expect(rest.output.split(separator: "\n") == Array(lines.dropFirst(5)))
      let one = try Tool.call(["corpus", "merge", "all", "--json"], in: folder)
      let two = try Tool.call(["corpus", "merge", "rest", "cut", "--json"], in: folder)
      #expect(one.output == two.output && two.error.contains("1 line of 'cut' is no result"))
      // As the documentation has it: added to the file that was cut off.
      try Data((cut + rest.output).utf8).write(to: folder.appending(path: "added"))
      let added = try Tool.call(["corpus", "merge", "added", "--json"], in: folder)
      #expect(added.output == one.output)
      // A log at which the tool died has a line without a digest, and is not tried again, unlike one that was not there.
      let died = lines.prefix(2).map { line in
        line.replacing(/"digest":"[0-9a-f]+"/, with: #""digest":null"#)
          .replacing(
            /"causes":\[.*?\]/, with: #""causes":[{"kind":"failed","why":"tool","afterGap":false}]"#
          )
      }
      let absent = died[1].replacing("\"tool\"", with: "\"missing\"")
      try Data("\(died[0])\n\(absent)\n".utf8).write(to: folder.appending(path: "died"))
      let others = try Self.rows(ask + ["--resume", "died"], logs, in: folder, to: "others")
      #expect(others.output.split(separator: "\n") == Array(lines.dropFirst()))
      // Another question has no lines there.
      let other = try Self.rows(
        ["log", "--where", "type = 'Retry'", "--resume", "cut"], logs, in: folder, to: "other")
      #expect(other.objects.count == logs.count)
    }
  }

  @Test func `a shard stands for its logs, which have names of their own`() async throws {
    try await onOwnThread {
      let (folder, logs, before) = try Self.corpus.get()
      let sessions = folder.appending(path: "sessions")
      try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: true)
      for log in logs {
        try FileManager.default.copyItem(
          at: folder.appending(path: log), to: sessions.appending(path: log))
      }
      let packed = try Tool.call(
        ["corpus", "pack", "sessions", "-o", "shards", "--size", "8kB", "--json"], in: folder)
      let shards = packed.objects.compactMap { $0["shard"] as? String }
      #expect(packed.code == 0 && shards.count > 1, "\(packed)")
      let ask = ["compare", "--with", before]
      let loose = try Self.rows(ask, logs, in: folder, to: "loose")
      let rows = try Self.rows(ask, shards, in: folder, to: "packed")
      #expect(rows.objects.count == logs.count && rows.error == "", "\(rows)")
      func digests(_ done: FinishedProcess) -> [String?] {
        done.objects.map { $0["digest"] as? String }
      }
      #expect(Set(digests(rows)) == Set(digests(loose)))
      // A session counts once, whether it is packed or not.
      let merged = try Tool.call(["corpus", "merge", "loose", "packed", "--json"], in: folder)
      #expect(merged.objects[0]["sessions"] as? Int == logs.count)
      let first = try #require(rows.objects[0]["log"] as? String)
      let info = try Tool.call(["info", first], in: folder)
      #expect(info.code == 0 && info.output.contains("feed"))
      for words in [
        ["state", first, "end"], ["check", first], ["page", first],
        ["shrink", first, "--where", "step > 1", "-o", "small.playhead"],
      ] {
        let done = try Tool.call(words, in: folder)
        #expect(done.code == 0 && done.error == "", "\(words): \(done)")
      }
      let page = try #require(first.split(separator: ":").last).replacing(
        ".playhead", with: ".html")
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: page).path))
    }
  }

  @Test func `pipes, folders, devices and huge files in a list have lines, and hold up nothing`()
    async throws
  {
    try await onOwnThread {
      let (folder, logs, _) = try Self.corpus.get()
      #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
      // Four terabytes of nothing.
      let huge = folder.appending(path: "huge").path
      close(open(huge, O_CREAT | O_WRONLY, 0o600))
      #expect(truncate(huge, 4 << 40) == 0)
      let list = ["pipe", ".", "/dev/zero", logs[0], "huge", logs[1]]
      let done = try Self.rows(["log", "--where", "step > 1"], list, in: folder, to: "things")
      #expect(done.code == 0 && done.objects.map { $0["log"] as? String } == list, "\(done)")
      let outcomes = done.objects.map { $0["outcome"] as? String }
      #expect(outcomes == ["failed", "failed", "failed", "good", "failed", "good"])
    }
  }

  @Test func `a fixture with other expectations is another session`() async throws {
    try await onOwnThread {
      let folder = try Attack.folder()
      let source = Tool.root.appending(path: "fixtures/feed/likes")
      for (name, likes) in [("a", "12"), ("b", "99")] {
        try FileManager.default.copyItem(
          at: source.appendingPathExtension("playhead"),
          to: folder.appending(path: "\(name).playhead"))
        try Data("end\nfeed.timeline.posts[0].confirmed.count = \(likes)\n".utf8).write(
          to: folder.appending(path: "\(name).fixture.txt"))
      }
      let logs = ["a.playhead", "b.playhead"]
      let done = try Self.rows(["fixture", "check"], logs, in: folder, to: "rows")
      #expect(done.objects.map { $0["outcome"] as? String } == ["good", "bad"], "\(done)")
      let merged = try Tool.call(["corpus", "merge", "rows", "--json"], in: folder)
      #expect(merged.objects[0]["sessions"] as? Int == 2 && merged.objects[0]["bad"] as? Int == 1)
    }
  }

  @Test func `rows that somebody wrote by hand neither end a merge nor forge its output`()
    async throws
  {
    try await onOwnThread {
      let folder = try Attack.folder()
      let most = Int.max
      let lines = [
        #"{"schema":1,"asked":"log","build":"b","log":"x","digest":"1","outcome":"good","causes":[],"count":\#(most)}"#,
        #"{"schema":1,"asked":"log","build":"b","log":"y","digest":"2","outcome":"good","causes":[],"count":\#(most)}"#,
        #"{"schema":1,"asked":"log","build":"b","log":"z","digest":"3","outcome":"good","causes":[],"count":-1}"#,
        #"{"schema":1,"asked":"log","build":"b","log":"v","digest":"4","outcome":"bad","causes":[{"kind":"values","afterGap":false,"action":"A\ngroup 9: forged","place":"p","path":"p","old":"1","new":"{}\n{\"group\":99}"}]}"#,
      ]
      try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "rows"))
      let json = try Tool.call(["corpus", "merge", "rows", "--json"], in: folder)
      #expect(json.objects.count == 2 && json.output.split(separator: "\n").count == 2, "\(json)")
      #expect(json.objects.first?["matches"] as? Int == Int.max)
      let text = try Tool.call(["corpus", "merge", "rows"], in: folder)
      #expect(
        !text.output.contains("\ngroup 9") && text.error.contains("1 line of 'rows'"), "\(text)")
      // A result is never written over the results.
      for words in [["--page", "rows"], ["-o", "rows"], ["-o", "x", "--page", "x"]] {
        let done = try Tool.call(["corpus", "merge", "rows"] + words, in: folder)
        #expect(done.code == 2, "\(words): \(done)")
      }
      let kept = try String(contentsOf: folder.appending(path: "rows"), encoding: .utf8)
      #expect(kept.hasPrefix(lines[0]))
    }
  }

  @Test func `wrong calls about lists end with a sentence`() async throws {
    try await onOwnThread {
      let (folder, logs, before) = try Self.corpus.get()
      for words in [
        ["check"], ["check", "--files-from", "nowhere"], ["check", logs[0], "--files-from", "-"],
        ["check", logs[0], "--resume", "x"], ["check", "--files-from", "."],
        ["check", "--files-from", "/dev/zero"],
        ["check", "--files-from", "-", "--page", "pages"],
        ["log", "--files-from", "-", "--where", "step > 1", "--contains", "x"],
        ["log", "--files-from", "-"], ["log"],
        ["compare", "--with", before, "--files-from", "-", "--all"],
        ["corpus", "merge", "nowhere"], ["corpus", "merge", logs[0]], ["fixture", "check"],
        ["check", "--files-from", "-", "--resume", "nowhere"],
      ] {
        let done = try Tool.call(words, in: folder)
        #expect(done.code == 2 && done.output == "" && done.error.count > 20, "\(words): \(done)")
      }
    }
  }

  @Test func `a report as a page shows groups and how they changed, and nothing as markup`()
    async throws
  {
    try await onOwnThread {
      let (folder, logs, before) = try Self.corpus.get()
      _ = try Self.rows(["compare", "--with", before], logs, in: folder, to: "now")
      let row =
        #"{"schema":1,"asked":"compare","build":"b","log":"<script>","outcome":"bad","step":3,"causes":[{"kind":"values","afterGap":false,"place":"<b>","path":"x","old":"1","new":"2"}]}"#
      try Data((row + "\n").utf8).write(to: folder.appending(path: "then"))
      let done = try Tool.call(
        ["corpus", "merge", "now", "--before", "then", "--page", "report.html"], in: folder)
      #expect(done.output.contains("(new)") && done.output.contains("no more:"), "\(done)")
      let json = try Tool.call(
        ["corpus", "merge", "now", "--before", "then", "--json"], in: folder)
      let gone = json.objects.filter { $0["gone"] as? Bool == true }
      #expect(gone.count == 1 && gone[0]["place"] as? String == "<b>", "\(json)")
      let page = try String(contentsOf: folder.appending(path: "report.html"), encoding: .utf8)
      #expect(page.contains("RetryScheduled") && page.contains("&lt;b>"))
      #expect(!page.contains("<script") && !page.contains("<b>"))
    }
  }
}
