import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing

/// An app that records each of its launches into a log of its own, in one folder.
@Suite struct LaunchTests {
  private let folder: Folder
  private let url: URL

  init() throws {
    folder = try Folder()
    url = URL(filePath: folder.path(""))
  }

  /// A launch of an app that performs so many actions; nothing closes its log.
  private func launch(
    _ count: Int, app: String = "shop", change: (inout RecordingOptions) -> Void = { _ in }
  ) throws -> Recording {
    var options = RecordingOptions(digests: .never)
    change(&options)
    let recording = try Recording(
      in: url, app: app, stores: ["sum"], options: options, states: [0])
    for _ in 0..<count { recording.record(Add(amount: 1)) { [1] } }
    return recording
  }

  private func names(_ ending: String = ".playhead") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).filter {
      $0.hasSuffix(ending)
    }.sorted()
  }

  @Test func `each launch of an app records into its own log, named after the app and the time`()
    throws
  {
    for count in 1...3 { try launch(count).close() }
    let names = try names()
    #expect(names.count == 3)
    for name in names {
      #expect(
        name.wholeMatch(of: /shop-[0-9]{8}T[0-9]{6}Z-[0-9a-f]{4}\.playhead/) != nil, "\(name)")
    }
    let counts = try names.map { try LogReader(path: folder.path($0)).actionCount }
    #expect(counts.sorted() == [1, 2, 3])
  }

  @Test func `'keptLaunches' keeps the newest logs and deletes older ones, but not an open log`()
    throws
  {
    var killed: [Recording] = []
    for _ in 0..<6 {
      try launch(1) { $0.keptLaunches = 3 }.close()
      #expect(try names().count <= 3)
    }
    killed.append(try launch(2) { $0.keptLaunches = 3 })
    #expect(try names().count == 3 && names(".tail").count == 1)
    // Its log is open: another launch deletes older ones instead, or nothing.
    for _ in 0..<4 { try launch(1) { $0.keptLaunches = 1 }.close() }
    #expect(try names(".tail").count == 1)
    try killed[0].close()
    try launch(1) { $0.keptLaunches = 1 }.close()
    #expect(try names().count == 1 && names(".tail").isEmpty)
  }

  @Test func `'keptLaunches' deletes the logs with the oldest times in their names first`() throws {
    for hour in 10...14 {
      try launch(hour).close()
      let path = folder.path(try #require(names().first { !$0.contains("T0000") }))
      try FileManager.default.moveItem(
        atPath: path, toPath: folder.path("shop-20260101T0000\(hour)Z-0000.playhead"))
    }
    try launch(1) { $0.keptLaunches = 3 }.close()
    let left = try names().filter { $0.contains("T0000") }
    #expect(
      left == ["shop-20260101T000013Z-0000.playhead", "shop-20260101T000014Z-0000.playhead"])
  }

  @Test func `'keptLaunchBytes' deletes older logs beyond the limit but keeps the newest log`()
    throws
  {
    try launch(1_000).close()
    try launch(1) { $0.keptLaunchBytes = 1_000_000 }.close()
    #expect(try names().count == 2)
    try launch(1) { $0.keptLaunchBytes = 1 }.close()
    #expect(try names().count == 1)
  }

  @Test func `an empty log and tail of an old launch count as one launch and are deleted in turn`()
    throws
  {
    let left = [
      "shop-20200101T000000Z-0000.playhead", "shop-20200101T000000Z-0000.playhead.tail",
    ]
    for name in left { try folder.write([], as: name) }
    try launch(1) { $0.keptLaunches = 2 }.close()
    #expect(try Set(names("")).isSuperset(of: left))
    try launch(1) { $0.keptLaunches = 2 }.close()
    #expect(try names("").count == 2 && Set(names("")).isDisjoint(with: left))
  }

  @Test(arguments: ["a/b", "../up", "", ".", "a b", "ü", "a%2Fb", "a\u{0}b", "a\nb"])
  func `an app name with slashes, spaces or control characters still gives a log in the folder`(
    app: String
  ) throws {
    for _ in 0..<3 { try launch(1, app: app) { $0.keptLaunches = 1 }.close() }
    #expect(try names().count == 1)
    #expect(try LogReader(path: folder.path(names()[0])).header.app == app)
  }

  @Test func `recording into a folder that does not exist throws an error that names the folder`()
    throws
  {
    let error = #expect(throws: LogError.self) {
      try Recording(in: url.appending(path: "none"), app: "shop", stores: ["sum"], states: [0])
    }
    #expect("\(try #require(error))".contains("none"))
  }

  @Test
  func
    `recording to a path with an existing file throws an error with that path and keeps the file`()
    throws
  {
    let path = folder.path("log.playhead")
    for bytes in [[], [1], Array("a letter".utf8)] as [[UInt8]] {
      try folder.write(bytes, as: "log.playhead")
      #expect(throws: LogError.exists(path: path)) {
        try Recording(to: URL(filePath: path), app: "shop", stores: ["sum"], states: [1])
      }
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
    }
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
