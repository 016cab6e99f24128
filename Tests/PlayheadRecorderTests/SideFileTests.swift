import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

/// Files of others that lie where a recording would have its own.
@Suite struct SideFileTests {
  private static let flight: Retention = .last(bytes: 100_000)

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [".tail", ".tail.next", ".next"], [false, true])
  func `a file of somebody else that has the name of a side file is left alone and named`(
    ending: String, goesOn: Bool
  ) throws {
    let desk = try Desk()
    if goesOn { try desk.record().close() }
    let before = goesOn ? try desk.bytes() : []
    try write("mine", to: desk.path + ending)
    var options = RecordingOptions()
    (options.existing, options.keeps) = (.continued, Self.flight)
    #expect(throws: LogError.exists(path: desk.path + ending)) { try desk.record(options) }
    #expect(try text(desk.path + ending) == "mine")
    #expect(FileManager.default.fileExists(atPath: desk.path) == goesOn)
    if goesOn { #expect(try desk.bytes() == before) }
  }

  @Test func `what is named as a next segment is nothing to a recording without segments`() throws {
    let desk = try Desk()
    try write("mine", to: desk.path + ".next")
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try recorder.close()
    #expect(try text(desk.path + ".next") == "mine" && desk.amounts() == [1: 1])
  }

  @Test func `another recording's log is not renamed because it is named as a next segment`() throws
  {
    let desk = try Desk()
    try desk.record().close()
    let bytes = try desk.bytes()
    try FileManager.default.moveItem(atPath: desk.path, toPath: desk.path + ".next")
    var options = RecordingOptions()
    options.existing = .continued
    let recorder = try desk.record(options)
    #expect(recorder.step == 0)
    try recorder.close()
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: desk.path + ".next"))) == bytes)
  }

  @Test(arguments: [".tail", ".tail.next"])
  func `a symbolic link in the place of a tail is neither followed nor taken away`(ending: String)
    throws
  {
    let desk = try Desk()
    let target = desk.url.appending(path: "target").path(percentEncoded: false)
    try write("", to: target)
    try FileManager.default.createSymbolicLink(
      atPath: desk.path + ending, withDestinationPath: target)
    let recorder = try desk.record()
    #expect(recorder.tailFailure == .exists(path: desk.path + ending))
    desk.dispatcher.dispatch(Add(amount: 1))
    try recorder.close()
    #expect(try text(target) == "" && desk.amounts() == [1: 1])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: desk.path + ending) == target)
  }

  @Test(arguments: [0, 100, 1_048_576])
  func `what a recorder that was stopped or lost its power has left is taken away`(zeros: Int)
    throws
  {
    let desk = try Desk()
    for ending in [".tail", ".tail.next"] {
      try Data(count: zeros).write(to: URL(fileURLWithPath: desk.path + ending))
    }
    let recorder = try desk.record()
    #expect(recorder.tailFailure == nil)
    try recorder.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.url.path) == ["log"])
  }

  @Test func `a tail that is kept takes no other file's place`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    let tail = try Data(contentsOf: URL(fileURLWithPath: desk.path + ".tail"))
    try recorder.close()
    // Another recording's.
    let other = try Desk()
    try other.record().close()
    try tail.write(to: URL(fileURLWithPath: other.path + ".tail"))
    try write("mine", to: other.path + ".tail.kept")
    var options = RecordingOptions()
    options.existing = .continued
    let again = try other.record(options)
    #expect(again.keptTail == other.path + ".tail.kept-2")
    try again.close()
    #expect(try text(other.path + ".tail.kept") == "mine")
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.path + ".tail.kept-2")) == tail)
  }

  @Test func `a tail that is kept takes no other file's place where a file has one name only`()
    throws
  {
    func recording(on disk: ModelDisk) throws -> Recording {
      let recording = try Recording(
        to: "log", app: "kept", build: "", stores: ["one"], session: UUID(), clock: ManualClock(),
        options: RecordingOptions(), on: disk, states: [1])
      recording.record(Rename(name: "x")) { [1] }
      return recording
    }
    let (one, other) = (ModelDisk(), ModelDisk())
    let killed = try recording(on: other)
    let tail = try other.afterKill().bytes(of: "log.tail")
    try recording(on: one).close()
    let disk = ModelDisk([
      "log": try one.bytes(of: "log"), "log.tail": tail, "log.tail.kept": [1],
    ])
    disk.canLink = false
    let again = try LogContinuation("log", app: "kept", on: disk)
    #expect(again.keptTail == "log.tail.kept-2")
    #expect(try disk.bytes(of: "log.tail.kept") == [1] && disk.bytes(of: "log.tail.kept-2") == tail)
    try killed.close()
  }

  @Test func `a flight recorder deletes no file that only has the name of a segment`() throws {
    let desk = try Desk()
    func record(_ count: Int) throws {
      var options = RecordingOptions.exact
      (options.keeps, options.waits) = (.last(.seconds(8)), true)
      options.existing = .continued
      let recorder = try desk.record(options)
      for number in 1...count {
        desk.clock.advance(by: 1_000_000_000)
        desk.dispatcher.dispatch(Add(amount: number))
      }
      try recorder.close()
    }
    try record(3)
    try write("mine", to: desk.path + ".000001")
    try record(30)
    #expect(try text(desk.path + ".000001") == "mine")
    #expect(!FileManager.default.fileExists(atPath: desk.path + ".000002"))
  }
}

/// Who may read what is recorded.
@Suite struct FileModeTests {
  private func mode(_ path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(facts[.posixPermissions] as? Int)
  }

  @Test func `a new recording and its tail are their owner's alone`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    #expect(try mode(desk.path) == 0o600 && mode(desk.path + ".tail") == 0o600)
    try recorder.close()
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o660])
  func `the tail of a log that is gone on with has the log's mode`(mode: Int) throws {
    let desk = try Desk()
    try desk.record().close()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: desk.path)
    var options = RecordingOptions()
    options.existing = .continued
    let recorder = try desk.record(options)
    #expect(try self.mode(desk.path) == mode && self.mode(desk.path + ".tail") == mode)
    try recorder.close()
  }

  @Test(arguments: [0o600, 0o640])
  func `the next segments of a flight recorder have the log's mode`(mode: Int) throws {
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
