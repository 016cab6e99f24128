import Foundation
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import Testing
import PlayheadReplay

/// The same line at every launch of an app: what becomes of the logs that are there.
@Suite struct LaunchTests {
  private let disk = ModelDisk()

  /// A launch of an app that performs so many actions, which add `amount` each; nothing closes its log.
  @discardableResult
  private func launch(
    _ amount: Int, times: Int = 3, app: String = "app", _ existing: ExistingLog = .kept(),
    on disk: ModelDisk? = nil
  ) throws -> Recording {
    let disk = disk ?? self.disk
    var options = RecordingOptions(digests: .never)
    options.existing = existing
    let recording = try Recording(
      to: "log.playhead", app: app, stores: ["sum"], clock: ManualClock(), options: options,
      on: disk, pageLength: 4_096, states: [amount])
    for _ in 0..<times { recording.record(Add(amount: amount)) { [amount] } }
    return recording
  }

  /// The number of actions of a log and of the tail beside it.
  private func actions(_ path: String, on disk: ModelDisk? = nil) throws -> Int {
    let folder = try Folder()
    let disk = disk ?? self.disk
    for name in disk.names(in: "") { try folder.write(try disk.bytes(of: name), as: name) }
    let log = try LogReader(savingFrom: [folder.path(path)])
    #expect(log.lostSteps == [])
    return log.actionCount
  }

  @Test(arguments: [Int.max, Int.max - 1])
  func `a file with a number that no launch comes to is nobody's log`(number: Int) throws {
    try disk.createLog("log.\(number).playhead").close()
    for _ in 0..<3 { try launch(1).close() }
    #expect(disk.names(in: "").contains("log.000002.playhead"))
  }

  @Test func `each launch begins a log, and those before it get numbers`() throws {
    for number in 1...4 { try launch(1, times: number).close() }
    #expect(
      disk.names(in: "").sorted() == [
        "log.000001.playhead", "log.000002.playhead", "log.000003.playhead", "log.playhead",
      ])
    #expect(try actions("log.000001.playhead") == 1 && actions("log.000003.playhead") == 3)
    #expect(try actions("log.playhead") == 4)
  }

  @Test func `a launch after a crash keeps every action of the one that crashed`() throws {
    try launch(1, times: 5)
    let left = disk.afterKill()
    try launch(2, times: 2, on: left).close()
    #expect(left.names(in: "").contains("log.000001.playhead.tail"))
    #expect(try actions("log.000001.playhead", on: left) == 5)
    #expect(try actions("log.playhead", on: left) == 2)
  }

  @Test func `a launch that is stopped anywhere loses nothing, and the next one goes on`() throws {
    try launch(1, times: 5)
    let crashed = disk.afterKill()
    var changes = 0
    crashed.watch = { changes += 1 }
    try launch(2, times: 0, on: crashed).close()
    #expect(changes > 4)
    for stop in 1...changes {
      let disk = disk.afterKill()
      var (left, count): (ModelDisk?, Int) = (nil, 0)
      disk.watch = {
        count += 1
        if count == stop { left = disk.afterKill() }
      }
      try launch(2, times: 0, on: disk).close()
      let found = try #require(left)
      try launch(3, times: 2, on: found).close()
      let kept = found.names(in: "").filter { $0.hasPrefix("log.0") && $0.hasSuffix(".playhead") }
      #expect(try kept.map { try actions($0, on: found) }.max() == 5, "stopped at \(stop): \(kept)")
      #expect(try actions("log.playhead", on: found) == 2)
    }
  }

  @Test func `of the numbered logs the newest are kept, and their tails go with the others`() throws
  {
    for amount in 1...6 { try launch(amount, .kept(newest: 2)).close() }
    #expect(
      disk.names(in: "").sorted() == ["log.000004.playhead", "log.000005.playhead", "log.playhead"])
    var left = disk
    for amount in 1...3 {
      try launch(amount, .kept(newest: 1), on: left)
      left = left.afterKill()
    }
    #expect(
      left.names(in: "").sorted() == [
        "log.000008.playhead", "log.000008.playhead.tail", "log.playhead", "log.playhead.tail",
      ])
  }

  @Test func `they take so many bytes at most`() throws {
    try launch(1, times: 1_000).close()
    try launch(2, times: 1).close()
    let size = try disk.bytes(of: "log.playhead").count
    try launch(3, .kept(bytes: size)).close()
    #expect(disk.names(in: "").sorted() == ["log.000002.playhead", "log.playhead"])
    try launch(4, .kept(bytes: 0)).close()
    #expect(disk.names(in: "") == ["log.playhead"])
  }

  @Test func `a log that has a tail takes the bytes of both`() throws {
    try launch(1)
    let size = try ["log.playhead", "log.playhead.tail"].reduce(0) {
      try $0 + disk.afterKill().bytes(of: $1).count
    }
    for (bytes, isKept) in [(size, true), (size - 1, false)] {
      let left = disk.afterKill()
      try launch(2, .kept(bytes: bytes), on: left).close()
      #expect(left.names(in: "").contains("log.000001.playhead") == isKept)
      #expect(left.names(in: "").contains("log.000001.playhead.tail") == isKept)
    }
  }

  @Test func `another app's log gets a number, and is never deleted`() throws {
    try launch(1, times: 7, app: "other").close()
    for amount in 2...5 { try launch(amount, .kept(newest: 1)).close() }
    #expect(try actions("log.000001.playhead") == 7)
    #expect(disk.names(in: "").count == 3)
  }

  @Test func `a file that is no log keeps its name`() throws {
    let disk = ModelDisk(["log.playhead": Array("a letter".utf8)])
    #expect(throws: LogError.exists(path: "log.playhead")) { try launch(1, on: disk) }
    #expect(try disk.bytes(of: "log.playhead") == Array("a letter".utf8))
    #expect(disk.names(in: "") == ["log.playhead"])
  }

  @Test func `a log that had not begun goes, and a torn log gets a number`() throws {
    try launch(1).close()
    let bytes = try disk.bytes(of: "log.playhead")
    for unbegun in [[], Array(bytes.prefix(20))] {
      let disk = ModelDisk(["log.playhead": unbegun])
      try launch(2, on: disk).close()
      #expect(disk.names(in: "") == ["log.playhead"])
    }
    let torn = Array(bytes.dropLast(9))
    let disk = ModelDisk(["log.playhead": torn])
    try launch(2, on: disk).close()
    #expect(try disk.bytes(of: "log.000001.playhead") == torn)
  }

  @Test func `a tail whose log was deleted gets a number of its own`() throws {
    try launch(1, times: 5)
    let left = disk.afterKill()
    left.remove("log.playhead")
    try launch(2, on: left)
    let again = left.afterKill()
    again.remove("log.playhead")
    try launch(3, times: 4, on: again).close()
    #expect(
      again.names(in: "").sorted() == [
        "log.000001.playhead.tail", "log.000002.playhead.tail", "log.playhead",
      ])
    #expect(try actions("log.000001.playhead", on: again) == 5)
    #expect(try actions("log.playhead", on: again) == 4)
  }

  @Test func `a log that another recorder has open is refused by name`() throws {
    let folder = try Folder()
    let url = URL(filePath: folder.path("log.playhead"))
    let first = try Recording(to: url, app: "app", stores: ["sum"], states: [1])
    #expect(throws: LogError.inUse(path: folder.path("log.playhead"))) {
      try Recording(to: url, app: "app", stores: ["sum"], states: [1])
    }
    try first.close()
    try Recording(to: url, app: "app", stores: ["sum"], states: [1]).close()
  }

  @Test func `the one line of an app records each of its launches`() throws {
    let folder = try Folder()
    let url = URL(filePath: folder.path("shop.playhead"))
    for launch in 1...3 {
      let dispatcher = Dispatcher()
      let count = Store("count", 0).on(Add.self) { $0 += $1.amount }
      try dispatcher.register(count)
      let recording = try dispatcher.record(to: url, app: "shop")
      for _ in 0..<launch { dispatcher.dispatch(Add()) }
      try recording.close()
    }
    let steps = try [1, 2].map {
      try LogReader(path: folder.path("shop.00000\($0).playhead")).lastStep
    }
    #expect(steps == [1, 2])
    #expect(try LogReader(path: folder.path("shop.playhead")).lastStep == 3)
  }
}

/// A folder that is gone with the test.
final class Folder {
  private let url = FileManager.default.temporaryDirectory.appending(path: "launch-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func write(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(name)))
  }
}
