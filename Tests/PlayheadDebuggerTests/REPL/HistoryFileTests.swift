import Foundation
import PlayheadDebugger
import TestSupport
import Testing

@Suite struct HistoryFileTests {
  private let desk: Desk
  private let history: HistoryFile

  init() throws {
    let desk = try Desk()
    self.desk = desk
    history = try #require(HistoryFile { $0 == "XDG_STATE_HOME" ? desk.path("state") : nil })
  }

  private func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: desk.path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test func `the history file keeps lines in order and is private`() throws {
    #expect(history.load() == [])
    for line in ["step", "goto 5", "print größe"] { history.append(line) }
    #expect(history.load() == ["step", "goto 5", "print größe"])
    #expect(try permissions("state/playhead/history") == 0o600)
    #expect(try permissions("state/playhead") == 0o700)
  }

  @Test func `the history file is below the home folder by default`() throws {
    let home = try #require(HistoryFile { $0 == "HOME" ? desk.path("home") : nil })
    home.append("step")
    #expect(try desk.bytes("home/.local/state/playhead/history") == Array("step\n".utf8))
    #expect(HistoryFile { _ in nil } == nil && HistoryFile { _ in "relative" } == nil)
  }

  @Test func `the history file stays bounded`() throws {
    let lines = (1...2 * HistoryFile.limit).map { "goto \($0)" }
    history.append("begin")
    try desk.write(Array(lines.joined(separator: "\n").utf8), to: "state/playhead/history")
    #expect(history.load() == lines.suffix(HistoryFile.limit))
    let kept = String(decoding: try desk.bytes("state/playhead/history"), as: UTF8.self)
    #expect(kept.split(separator: "\n").count == HistoryFile.limit)
    #expect(try permissions("state/playhead/history") == 0o600)
  }

  @Test func `the history file drops control characters and lines that are too long`()
    throws
  {
    history.append("a\u{1B}[2J")
    history.append("two\nlines")
    history.append(String(repeating: "x", count: 3_000))
    history.append("")
    #expect(history.load() == [])
    history.append("step")
    try desk.write(Array("step\na\u{1B}[2J\n".utf8) + [0xFF, 0x0A], to: "state/playhead/history")
    #expect(history.load() == ["step", "\u{FFFD}"])
  }

  @Test func `a history file that cannot be made stays empty without an error`() throws {
    try desk.write([], to: "state")
    history.append("step")
    #expect(history.load() == [])
  }
}
