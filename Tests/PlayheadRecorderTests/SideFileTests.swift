import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

/// Files of others that lie where a recording would have its own.
@Suite struct SideFileTests {
  @Test(arguments: [".tail", ".7"])
  func `recording throws if a file has the tail's or a segment's name, and keeps the file`(
    ending: String
  ) throws {
    let desk = try Desk()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: desk.path + ending))
    var options = RecordingOptions()
    options.keeps = .last(bytes: 100_000)
    #expect(throws: LogError.exists(path: desk.path + ending)) { try desk.record(options) }
    #expect(try String(contentsOfFile: desk.path + ending, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: desk.path))
  }

  @Test func `a log that is opened through a symbolic link is read with its tail`() throws {
    let (desk, link) = (try Desk(), try Desk())
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: desk.path)
    #expect(try desk.amounts() == [1: 1] && link.amounts() == [1: 1])
    #expect(throws: LogError.self) { try link.record() }
    try recorder.close()
    #expect(try desk.log().isClosed && link.log().isClosed)
  }

  @Test(arguments: [
    "session.playhead", "session.playhead.tail", "session.12x.playhead", "session.0.playhead",
    "session.1.playhead", "session.012.playhead", "session.-12.playhead", "",
    "session.12.playhead.tail", "session.1234567890123456789.playhead",
  ])
  func `SegmentName does not take other file names for those of segments`(name: String) {
    #expect(SegmentName.log(of: name) == nil)
  }
}

/// Who may read what is recorded.
@Suite struct FileModeTests {
  private func mode(_ path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(facts[.posixPermissions] as? Int)
  }

  @Test func `only the owner may read and write a new log and its tail`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    #expect(try mode(desk.path) == 0o600 && mode(desk.path + ".tail") == 0o600)
    try recorder.close()
  }

  @Test(arguments: [0o600, 0o640])
  func `later segments of a flight recorder have the file permissions of its log`(mode: Int) throws
  {
    let desk = try Desk()
    var options = RecordingOptions.exact
    (options.keeps, options.waits) = (.last(.seconds(8)), true)
    let recorder = try desk.record(options)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: desk.path)
    for number in 1...4 {
      desk.clock.advance(by: 1_000_000_000)
      desk.dispatcher.dispatch(Add(amount: number))
    }
    try recorder.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.url.path)
    #expect(names.count > 2)
    for name in names {
      #expect(try self.mode(desk.url.appending(path: name).path) == mode, "\(name)")
    }
  }
}
