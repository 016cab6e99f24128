import Feed
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite struct `The script` {
  @Test(arguments: ["likes", "purchases", "paging"])
  func `the sample app's view during each script in fixtures equals the stored transcript`(
    name: String
  ) async throws {
    let lines = try Fixture.lines(of: name)
    let transcript = try await onOwnThread { try Transcript(of: lines).text }
    #expect(try transcript == Fixture.text(of: "\(name).expected"))
  }
}

private enum Fixture {
  static func text(of name: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../fixtures/feed/\(name).txt").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  static func lines(of name: String) throws -> [String] {
    try text(of: name).split(separator: "\n").map(String.init)
  }
}

/// A script and what it shows: after each line those lines of the view that were not there before.
///
/// The clock moves only at `wait`, so that a test waits for nothing.
private struct Transcript {
  private(set) var text = ""
  private var shown: Set<Substring> = []
  private let gate = Gate()
  private let feed: Feed

  init(of lines: [String]) throws {
    let network = Network(sleep: gate.sleep)
    feed = try Feed(
      inputs: .seeded(), server: SimulatedServer(behind: network), network: network,
      sleep: gate.sleep)
    feed.start()
    show()
    for line in lines {
      text += "\(line.hasPrefix("#") ? "\n" : "> ")\(line)\n"
      try perform(line)
      show()
    }
  }

  private func perform(_ line: String) throws {
    guard line == "wait" else {
      try feed.perform(line)
      return
    }
    try gate.open { try feed.perform(line) }
  }

  private mutating func show() {
    let lines = feed.view.split(separator: "\n")
    for line in lines where !shown.contains(line) { text += "\(line)\n" }
    shown = Set(lines)
  }
}
