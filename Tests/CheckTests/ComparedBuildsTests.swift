import FluxTesting
import Foundation
import Testing

/// Sessions of the feed through it and a build of it in which three things are other.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ComparedBuildsTests {
  /// All of them are for 'tools/soak compare'.
  private static let count = Soak.isOn ? 1_000 : 24

  private static let changes = [
    ["LikeConfirmed", "feed.timeline.posts[*].confirmed.count"],
    ["PurchaseConfirmed", "feed.shop.bought[*]"],
    ["RetryScheduled", "feed.timeline.posts[*].request.attempt"],
  ]

  /// The sessions' logs.
  private static let recorded: Result<[URL], any Error> = Result {
    let folder = try Attack.folder()
    return try Tool.recordFeeds(count, in: folder).map { folder.appending(path: $0) }
  }

  /// A folder with some of the sessions.
  private func withSessions<Value>(
    _ count: Int, _ work: (URL, [String]) throws -> Value
  ) throws -> Value {
    let logs = try Self.recorded.get().prefix(count)
    let folder = try Attack.folder()
    let names = logs.map(\.lastPathComponent)
    for (log, name) in zip(logs, names) {
      try FileManager.default.copyItem(at: log, to: folder.appending(path: name))
    }
    return try work(folder, names)
  }

  @Test
  func
    `'compare' of many sessions groups the differences by the three code changes that cause them`()
    async throws
  {
    try await onOwnThread {
      try withSessions(Self.count) { folder, logs in
        let before = try Tool.otherBuild("PLAYHEAD_FAULT=feed/three-changes", in: folder)
        let began = ContinuousClock.now
        let outcome = try Tool.call(["compare", "--with", before, "--json"] + logs, in: folder)
        let taken = began.duration(to: .now)
        #expect(outcome.code == 1 && outcome.error == "", "\(outcome.error)")
        let sessions = outcome.objects.filter { $0["group"] == nil }
        let groups = outcome.objects.filter { $0["group"] != nil }
        let causes = groups.map { [$0["action"] as? String ?? "", $0["place"] as? String ?? ""] }
        #expect(Set(causes) == Set(Self.changes) && groups.count == 3, "\(causes)")
        #expect(sessions.count == Self.count)
        let differing = sessions.count { $0["same"] as? Bool == false }
        let counts = groups.compactMap { $0["sessions"] as? Int }
        #expect(counts.reduce(0, +) == differing && differing < Self.count)
        guard Soak.isOn else { return }
        print("\(Self.count) sessions in \(taken): \(differing) differ, in groups of \(counts)")
        #expect(taken < .seconds(60))
      }
    }
  }

  @Test func `'compare' finds a build equal to itself, and repeated calls give the same groups`()
    async throws
  {
    try await onOwnThread {
      try withSessions(6) { folder, logs in
        let same = try Tool.call(
          ["compare", "--with", Tool.program.path] + logs, in: folder,
          fault: "feed/three-changes")
        #expect(same.output == "6 sessions: the same in both builds\n" && same.code == 0)
        let before = try Tool.otherBuild("PLAYHEAD_FAULT=feed/three-changes", in: folder)
        let calls = try (0..<2).map { _ in
          try Tool.call(["compare", "--with", before] + logs, in: folder).output
        }
        #expect(Set(calls).count == 1)
      }
    }
  }

  @Test func `'compare' reports builds that ask for different recorded inputs`() async throws {
    try await onOwnThread {
      try withSessions(0) { folder, _ in
        let log = "second-identity.playhead"
        try FileManager.default.copyItem(
          at: Tool.root.appending(path: "fixtures/exercises/item-list/\(log)"),
          to: folder.appending(path: log))
        let sound = try Tool.otherBuild("PLAYHEAD_FAULT=", in: folder)
        let outcome = try Tool.call(
          ["compare", log, "--with", sound], in: folder, fault: "item-list/second-identity")
        #expect(
          outcome.output == """
            1 session: 0 the same, 1 differs in 1 group

            group 1: 1 session draws different values at AddItem: './before' draws the recorded values, this build \
            asks for a uuid where the log has a date
              for example second-identity.playhead, step 4 of 6, the same up to step 3
              to see it:     playhead debug second-identity.playhead, then 'goto 4'; the same with './before'

            """)
        #expect(outcome.code == 1)
      }
    }
  }

  @Test
  func
    `after Ctrl-C, 'compare' reports what it has compared and leaves no process of the other build`()
    async throws
  {
    try await onOwnThread {
      try withSessions(2) { folder, logs in
        let before = try Tool.script(
          "echo $$ >>pids; PLAYHEAD_FAULT=feed/three-changes exec '\(Tool.program.path)' \"$@\"",
          in: folder, as: "before")
        let words = ["compare", "--with", before] + (0..<2_000).flatMap { _ in logs }
        let outcome = try Tool.call(words, in: folder) { process in
          // Until both pairs are at work.
          while Self.processes(in: folder).count < 2 { usleep(20_000) }
          usleep(300_000)
          process.interrupt()
        }
        #expect(outcome.output.hasPrefix("stopped after "), "\(outcome.output.prefix(80))")
        #expect(outcome.output.contains(" of 4,000 sessions: "))
        #expect(outcome.error == "" && outcome.code == 1)
        let left = Self.processes(in: folder).filter { kill($0, 0) == 0 }
        #expect(left.isEmpty)
      }
    }
  }

  /// The processes of the other build that were started in a folder.
  private static func processes(in folder: URL) -> [pid_t] {
    let text = try? String(contentsOf: folder.appending(path: "pids"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { pid_t($0) }
  }

  private static let noBuilds =
    [
      ("exec cat", "does not answer"), ("exec true", "does not answer"),
      (
        "printf '\\016\\000\\000\\000\\000\\000\\000\\000{\"version\":99}' >&4",
        "its processes speak version 99"
      ),
      ("printf '\\002\\000\\000\\000\\000\\000\\000\\000{}' >&4", "does not answer"),
    ] + (Soak.isOn ? [("exec yes", "has not answered for 60 s")] : [])  // It takes them.

  @Test(arguments: noBuilds)
  func `'compare' refuses a program that is not another build of the tool`(
    line: String, words: String
  ) async throws {
    let outcome = try await onOwnThread {
      try withSessions(1) { folder, logs in
        let program = try Tool.script(line, in: folder, as: "other")
        return try Tool.call(["compare", "--with", program] + logs, in: folder)
      }
    }
    #expect(outcome.code == 2 && outcome.output == "")
    #expect(
      outcome.error.contains("'./other'") && outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1)
  }
}

extension Tool {
  /// Records so many sessions of the feed; gives their logs.
  static func recordFeeds(_ count: Int, in folder: URL) throws -> [String] {
    // Of five seeds one is the feed's.
    let seeds = (0...).lazy.map { UInt64($0) }.filter { CleanSession(seed: $0).app == "feed" }
    let wanted = Array(seeds.prefix(count))
    // They mostly wait for a server.
    let threads = 8
    let done = DispatchGroup()
    for first in 0..<threads {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        for place in stride(from: first, to: count, by: threads) {
          try? recordFeed(wanted[place], in: folder)
        }
      }
    }
    done.wait()
    return wanted.map { "\($0).playhead" }
  }

  private static func recordFeed(_ seed: UInt64, in folder: URL) throws {
    let lines = CleanSession(seed: seed).lines
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "\(seed).txt"))
    _ = try call(
      ["record", "feed", "--input", "\(seed).txt", "-o", "\(seed).playhead"], in: folder)
  }
}
