import ClipEditor
import Feed
import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import Testing
import TestSupport
import TextEditor

@Suite struct TranscriptTests {
  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../fixtures/transcripts").standardized

  static let topics = [
    "record", "info", "log", "search", "show", "shrink", "state", "diff",
    "check-and-verify", "compare", "compat", "pack-and-cut", "fixture", "flight-recorder",
    "without-the-app", "help", "misuses", "recover", "refusals",
  ]

  @Test(arguments: topics)
  func `the commands of each transcript in fixtures/transcripts print the output stored in it`(
    topic: String
  ) throws {
    let transcript = try Transcript(at: Self.directory.appendingPathComponent("\(topic).txt"))
    let complaint = try transcript.complaint(on: Self.desk(for: topic))
    #expect(complaint == nil)
  }

  @Test func `each transcript file in fixtures/transcripts is under test`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    let texts = files.filter { $0.hasSuffix(".txt") }
    #expect(Set(texts) == Set(Self.topics.map { "\($0).txt" }))
  }

  static func desk(for topic: String) throws -> Desk {
    let desk = try Desk()
    for name in ["letter.json", "letter.keys"] {
      try desk.write(Data(contentsOf: directory.appendingPathComponent(name)), to: name)
    }
    #expect(desk.playhead("record text-editor -i letter.json -o letter.playhead").code == .good)
    try Raffle.record(to: desk.path("raffle.playhead"))
    try Raffle.record(to: desk.path("open.playhead"), closes: false)
    let whole = try desk.bytes("raffle.playhead")
    try desk.write(whole[..<(whole.count / 2)], to: "half.playhead")
    if topic == "without-the-app" { desk.apps = [] }
    if ["compare", "misuses"].contains(topic) { try prepareBuilds(desk) }
    try desk.write(results.utf8, to: "results.jsonl")
    if topic == "compat" {
      desk.apps.append(Library.self)
      try Library.Before.record(to: desk.path("old.playhead"))
      try Library.Before.record(to: desk.path("extended.playhead"), extends: true)
      try Library.Before.record(to: desk.path("fines.playhead"), fines: true)
    }
    if topic == "recover" { try writeDamagedLogs(desk) }
    if topic == "refusals" {
      try desk.makeDirectory("a.folder")
      try desk.write("insert Hello\nmvoe 3\n".utf8, to: "a.keys")
      try desk.write("{\"startContent\": \"\"".utf8, to: "cut.json")
    }
    return desk
  }

  /// What 'compare' found in two sessions of a list.
  private static let results = """
    {"schema":1,"asked":"compare","build":"new+old","log":"likes.playhead","digest":"ed9ac5aa67b9ddb1","app":"feed",\
    "actions":28,"outcome":"bad","step":6,"lastAgreed":5,"causes":[{"kind":"values","action":"LikeConfirmed",\
    "afterGap":false,"place":"feed.timeline.posts[*].confirmed.count",\
    "path":"feed.timeline.posts[0].confirmed.count","old":"14","new":"13"}]}
    {"schema":1,"asked":"compare","build":"new+old","log":"paging.playhead","digest":"aaa282eda6bc94d8","app":"feed",\
    "actions":28,"outcome":"good","causes":[]}

    """

  /// A log of five frames of ten actions, the second of which is damaged, and what is left of it without its ends.
  private static func writeDamagedLogs(_ desk: Desk) throws {
    desk.apps.append(Counted.self)
    try desk.record(chunks: 5, to: "s.playhead")
    var bytes = try desk.bytes("s.playhead")
    var start = 0
    for _ in 0..<2 { start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) } }
    bytes[start + 30] ^= 1
    try desk.write(bytes, to: "s.playhead")
    try desk.write(bytes.dropLast(20), to: "open-end.playhead")
    try desk.write(bytes.prefix(30), to: "torn.playhead")
  }

  /// Sessions of the feed and of the clip editor, and a build from before three changes in the feed.
  private static func prepareBuilds(_ desk: Desk) throws {
    desk.apps = [TextEditor.self, ClipEditor.self, Feed.self, Raffle.self]
    desk.programFile = Desk.tool
    try desk.makeDirectory("before")
    try desk.makeBuild(
      "before/playhead", of: Desk.tool, "PLAYHEAD_FAULT=feed/three-changes")
    try desk.makeDirectory("other")
    try desk.makeBuild("other/playhead", of: "/bin/cat")
    try desk.makeDirectory("sessions.folder")
    let fixtures = directory.appendingPathComponent("..").standardized
    for name in [
      "feed/likes", "feed/paging", "feed/purchases", "clip-editor/edit",
      "exercises/feed/three-changes",
    ] {
      let log = fixtures.appendingPathComponent("\(name).playhead")
      try desk.write(Data(contentsOf: log), to: log.lastPathComponent)
    }
  }
}

/// The sample apps with a mistake in them; `CheckTests` checks their sessions.
@Suite struct ExerciseTests {
  @Test func `each exercise app in Exercises.swift has a script and a log in fixtures/exercises`()
    throws
  {
    let folder = TranscriptTests.directory.appendingPathComponent("../exercises").standardized
    let file = folder.appendingPathComponent("../../Sources/PlayheadCLI/Exercises.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let known = Set(text.matches(of: /Planted<\w+>\.self/).map { String($0.output.dropLast(5)) })
    let scripts = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }
    #expect(known.count == scripts.count && known.count > 1)
    for script in scripts {
      let log = folder.appendingPathComponent(script.dropLast(4) + ".playhead")
      #expect(FileManager.default.fileExists(atPath: log.path), "\(script)")
    }
  }
}
