import FluxTesting
import Foundation
import PlayheadFlux
import Testing

/// Commands that write, killed at moments by chance: what is there under the final name is whole, what was there
/// before is as it was, and the next run takes away what the killed one left.
@Suite(.serialized, .timeLimit(.minutes(60))) struct KilledCommandTests {
  private static let kills = Soak.isOn ? 200 : 2

  /// A command that writes, and the files that it makes.
  struct Writing: CustomTestStringConvertible, Sendable {
    var words: [String]
    var files: [String]
    /// What is typed into it.
    var input = ""

    var testDescription: String { words.prefix(2).joined(separator: " ") }
  }

  private static let log = "fixtures/text-editor/undo.playhead"
  static let writings = [
    Writing(words: ["recover", "log", "-o", "out"], files: ["out"]),
    Writing(words: ["pack", "log", "-o", "out"], files: ["out"]),
    Writing(words: ["cut", "log", "2..20", "-o", "out"], files: ["out"]),
    Writing(words: ["shrink", "log", "--where", "step = 12", "-o", "out"], files: ["out"]),
    Writing(
      words: ["fixture", "add", "log", "--name", "made"],
      files: ["Fixtures/made.playhead", "Fixtures/made.fixture.txt"]),
    Writing(
      words: ["debug", "log"], files: ["out"], input: "branch 3\nskip 4\nsave out\nquit\n"),
  ]

  @Test(arguments: writings)
  func
    `a command ended by SIGKILL leaves complete files or none, and the next run removes its leftovers`(
      writing: Writing
    ) async throws
  {
    let faults = try await onOwnThread { try Self.campaign(writing) }
    #expect(faults == [])
  }

  private static func campaign(_ writing: Writing) throws -> [String] {
    let folder = try Attack.folder()
    try Data(Attack.bytes(of: log)).write(to: folder.appending(path: "log"))
    let input = writing.input
    let whole = try Tool.call(writing.words, in: folder, input: input)
    guard whole.isOrderly, writing.files.allSatisfy({ isThere($0, folder) }) else {
      return ["the command does not make its files: \(whole)"]
    }
    var faults: [String] = []
    for file in writing.files {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
    let delays = try delays(of: writing.words, in: folder, input: input)
    var unfinished = 0
    for (number, delay) in delays.enumerated() {
      for file in writing.files {
        try FileManager.default.removeItem(at: folder.appending(path: file))
      }
      try killed(writing.words, after: delay, in: folder, input: input)
      let left = writing.files.filter { isThere($0, folder) }
      if left.count < writing.files.count { unfinished += 1 }
      for file in left where file.hasSuffix(".playhead") || file == "out" {
        let check = try Tool.call(["verify", file], in: folder)
        if check.code != 0 { faults.append("kill \(number): \(file) is not whole: \(check)") }
      }
      // What a killed run made whole stays. One file of two is in nobody's way.
      if left.count < writing.files.count {
        let next = try Tool.call(writing.words, in: folder, input: input)
        if !next.isOrderly || next.code == 2 { faults.append("kill \(number): then \(next)") }
      }
      let rest = try strangers(in: folder, besides: writing.files)
      // Only a run that writes takes away what another left.
      if left.count < writing.files.count, !rest.isEmpty {
        faults.append("kill \(number): \(rest) stay")
      }
    }
    if Soak.isOn {
      print(
        "\(writing.testDescription): \(kills) kills, \(unfinished) before the end, \(faults.count) faults"
      )
    }
    return faults
  }

  // MARK: A file that is written again

  @Test func `'fixture update' ended by SIGKILL leaves the old expectations or the new ones`()
    async throws
  {
    let faults = try await onOwnThread { try Self.updates() }
    #expect(faults == [])
  }

  private static func updates() throws -> [String] {
    let folder = try Attack.folder()
    try Data(Attack.bytes(of: log)).write(to: folder.appending(path: "log"))
    _ = try Tool.call(["fixture", "add", "log", "--name", "made"], in: folder)
    let text = folder.appending(path: "Fixtures/made.fixture.txt")
    let new = try String(contentsOf: text, encoding: .utf8)
    let old = new.replacing("\"words\": 3", with: "\"words\": 4")
    guard old != new else { return ["the fixture has other values: \(new)"] }
    let words = ["fixture", "update", "Fixtures/made.playhead"]
    let delays = try delays(of: words, in: folder)
    var faults: [String] = []
    for (number, delay) in delays.enumerated() {
      try Data(old.utf8).write(to: text)
      try killed(words, after: delay, in: folder)
      let left = try String(contentsOf: text, encoding: .utf8)
      if left != old, left != new { faults.append("kill \(number): \(left)") }
      try Data(old.utf8).write(to: text)
      let next = try Tool.call(words, in: folder)
      let rest = try strangers(
        in: folder, besides: ["Fixtures/made.fixture.txt", "Fixtures/made.playhead"])
      if next.code != 0 || !rest.isEmpty { faults.append("kill \(number): \(next), \(rest)") }
    }
    return faults
  }

  // MARK: A recording

  @Test func `'record' ended by SIGKILL leaves a log of which 'recover' makes an undamaged one`()
    async throws
  {
    let faults = try await onOwnThread { try Self.recordings() }
    #expect(faults == [])
  }

  private static func recordings() throws -> [String] {
    let folder = try Attack.folder()
    let lines = (0..<2_000).map { "insert \($0 % 10)\n" }.joined()
    try Data(lines.utf8).write(to: folder.appending(path: "input"))
    let words = ["record", "text-editor", "-i", "input", "-o", "out"]
    let delays = try delays(of: words, in: folder)
    var faults: [String] = []
    for (number, delay) in delays.enumerated() {
      for file in ["out", "out.tail", "saved"] {
        try? FileManager.default.removeItem(at: folder.appending(path: file))
      }
      try killed(words, after: delay, in: folder)
      guard isThere("out", folder) else { continue }
      let saved = try Tool.call(["recover", "out", "-o", "saved"], in: folder)
      let check = try Tool.call(["verify", "saved"], in: folder)
      if !saved.isOrderly || isThere("saved", folder) && check.code != 0 {
        faults.append("kill \(number): \(saved), \(check)")
      }
    }
    return faults
  }

  // MARK: Helpers

  /// Moments at which a command is killed: from its start to a little behind its usual end.
  private static func delays(
    of words: [String], in folder: URL, input: String = ""
  ) throws -> [Double] {
    let begin = ContinuousClock.now
    _ = try Tool.call(words, in: folder, input: input)
    let time = (ContinuousClock.now - begin) / .seconds(1)
    var generator = SplitMix64(seed: 7)
    return (0..<kills).map { _ in time * Double(generator.below(1_200)) / 1_000 }
  }

  private static func killed(
    _ words: [String], after delay: Double, in folder: URL, input: String = ""
  ) throws {
    _ = try Tool.call(words, in: folder, input: input) { process in
      Thread.sleep(forTimeInterval: delay)
      kill(process.processIdentifier, SIGKILL)
    }
  }

  private static func isThere(_ file: String, _ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: file).path)
  }

  private static func strangers(in folder: URL, besides files: [String]) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      !files.contains($0) && !["log", "log.index", "input", "Fixtures"].contains($0)
    }
  }
}
