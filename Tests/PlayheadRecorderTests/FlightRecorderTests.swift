import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

/// A recording of which the end is kept, in segments.
@Suite struct FlightRecorderTests {
  /// Eight segments of 64 KiB, the shortest there are.
  private static let keeps = Retention.last(bytes: 8 * segment)
  private static let segment = 64 << 10
  /// Two sheets, which a small recording's tail has.
  private static let tail = 2 * 4_096

  @Test func `all segments and their concatenation are whole logs with the session's states`()
    throws
  {
    let flight = try Flight(Self.keeps)
    flight.act(4_000)
    try flight.recording.close()
    let wreck = Wreck(flight)
    let logs = try wreck.logs()
    for log in logs { try wreck.expect(log) }
    #expect(logs.count == 10 && logs.allSatisfy { $0.isClosed })
    let starts = logs.dropLast().map(\.initialStep)
    #expect(zip(logs, starts.dropFirst()).allSatisfy { $0.lastStep == $1 })
    #expect(logs.last?.initialStep == logs.first?.initialStep && logs.last?.lastStep == 4_000)
    #expect(try logs.last?.verify().problems == [])
  }

  @Test func `the files take what was asked for and a segment more, however long it lasts`() throws
  {
    let flight = try Flight(Self.keeps)
    var (largest, sizes) = (0, Set<Int>())
    for _ in 0..<250 {
      flight.act(40)
      largest = max(largest, flight.disk.byteCount)
      sizes.insert(flight.olderNumbers.count)
    }
    // A segment ends behind the sheet with which it got its length.
    #expect(largest <= 9 * Self.segment + 3 * Self.tail)
    #expect(sizes.max() == 8 && (flight.olderNumbers.first ?? 0) > 15)
    try flight.recording.close()
    #expect(flight.disk.byteCount >= 8 * Self.segment)
  }

  @Test func `whenever it is stopped, everything that was dispatched is there`() throws {
    let flight = try Flight(.last(bytes: 3 * Self.segment))
    for _ in 0..<30 {
      flight.act(61)
      let wreck = Wreck(flight)
      for log in try wreck.logs().suffix(1) { try wreck.expect(log, to: flight.amounts.count - 1) }
    }
  }

  /// Killed in front of every write, sync, rename and deletion, on disks that know second names and on
  /// disks that do not.
  @Test(arguments: [true, false])
  func `killed at any call to the disk, it goes on with everything`(canLink: Bool) throws {
    let flight = try Flight(.last(bytes: 2 * Self.segment))
    flight.disk.canLink = canLink
    flight.act(1_000)
    var wrecks: [Wreck] = []
    let newest = flight.olderNumbers.last
    flight.disk.watch = { wrecks.append(Wreck(flight)) }
    while flight.olderNumbers.last == newest { flight.act(1) }
    flight.disk.watch = {}
    #expect(wrecks.count > 20)
    for wreck in wrecks.suffix(14) {
      // The last one may not have reached the tail yet, and no store then.
      let last = wreck.amounts.count - 1
      if wreck.disk.hasLog {
        let whole = try wreck.whole()
        try wreck.expect(whole)
        #expect(whole.lastStep.number >= UInt64(last - 1))
      }
      let next = try Flight(.last(bytes: 2 * Self.segment), on: wreck.disk, after: wreck.amounts)
      #expect((UInt64(last)...UInt64(last + 1)).contains(next.recording.step.number))
      next.act(350)
      try next.recording.close()
      let after = Wreck(next)
      for log in try after.logs().suffix(1) { try after.expect(log, to: after.amounts.count - 1) }
      let files = after.disk.names(in: "").filter { $0 != Flight.path }
      #expect(files.count == next.olderNumbers.count && files.count <= 4, "\(files)")
    }
  }

  @Test func `whatever a loss of power leaves is gone on with, and holds what was synchronised`()
    throws
  {
    for seed in 0..<UInt64(PowerLossTests.seeds / 30) {
      var generator = SplitMix(seed)
      let flight = try Flight(.last(bytes: 2 * Self.segment), seed: seed)
      let count = Int.random(in: 600..<1_000, using: &generator)
      flight.act(count) {
        if Int.random(in: 0..<30, using: &generator) == 0 { flight.disk.writeBack(&generator) }
      }
      try flight.recording.flush()
      flight.act(10)
      let left = flight.disk.afterPowerLoss(&generator)
      let next = try Flight(.last(bytes: 2 * Self.segment), on: left, after: flight.amounts)
      #expect(next.recording.step.number > UInt64(count), "seed \(seed)")
      next.act(50)
      try next.recording.close()
      for log in try Wreck(next).logs().suffix(1) { try Wreck(next).expect(log) }
    }
  }

  @Test func `a segment that cannot begin leaves the one before it going on`() throws {
    let failures = Box<[String]>([])
    let flight = try Flight(.last(bytes: 2 * Self.segment)) { options in
      options.onFailure = { error in failures.change { $0.append("\(error)") } }
      options.onRecovery = { failures.change { $0.append("well") } }
    }
    let fault = LogError.unwritable(path: "session.000001.playhead", reason: "it must not be")
    flight.disk.namesFault = fault
    flight.act(1_000)
    #expect(flight.olderNumbers == [] && failures.value == [fault.description])
    try Wreck(flight).expect(Wreck(flight).whole(), to: 1_000)
    flight.disk.namesFault = nil
    flight.act(1_000)
    try flight.recording.close()
    #expect(!flight.olderNumbers.isEmpty && failures.value == [fault.description, "well"])
    for log in try Wreck(flight).logs() { try Wreck(flight).expect(log) }
  }

  @Test func `a full disk costs the oldest segments, not the newest actions`() throws {
    let failures = Box<[String]>([])
    let flight = try Flight(Self.keeps) { options in
      options.onFailure = { error in failures.change { $0.append("\(error)") } }
    }
    flight.disk.room = 4 * Self.segment
    flight.act(3_000)
    try flight.recording.close()
    #expect(failures.value == [] && (1...3).contains(flight.olderNumbers.count))
    let whole = try Wreck(flight).whole()
    try Wreck(flight).expect(whole, to: 3_000)
    #expect(try whole.gaps() == [] && flight.disk.logBytes > 2 * Self.segment)
  }
}

/// The files of a flight recorder on a real disk.
@Suite struct FlightRecorderFileTests {
  /// A desk whose every action is a segment, of which eight seconds' are kept, and one action a second.
  private func record(
    _ count: Int, at desk: Desk, _ change: (inout RecordingOptions) -> Void = { _ in },
    after each: (Int) throws -> Void = { _ in }
  ) throws -> Recorder {
    var options = RecordingOptions.exact
    (options.keeps, options.waits) = (.last(.seconds(8)), true)
    change(&options)
    let recorder = try desk.record(options)
    for number in 1...count {
      desk.clock.advance(by: 1_000_000_000)
      desk.dispatcher.dispatch(Add(amount: number))
      try each(number)
    }
    return recorder
  }

  @Test func `the log's name stands for all segments, and theirs for each`() throws {
    let desk = try Desk()
    try record(20, at: desk).close()
    let log = try desk.log()
    #expect(try Set(desk.amounts().keys) == Set(12...20) && log.segmentCount == 9)
    #expect(try log.verify().problems == [] && log.isClosed && log.segment == nil)
    let part = try LogReader(path: desk.path + ".000012")
    #expect(part.steps == [12...12] && part.segmentCount == 1)
    #expect(part.segment?.path == desk.path && part.segment?.number == 12)
  }

  @Test func `while it is being written, every action is there at once`() throws {
    let desk = try Desk()
    let recorder = try record(
      30, at: desk,
      after: { number in
        let log = try desk.log()
        #expect(log.lastStep.number == UInt64(number) && log.lostSteps == [])
        #expect(log.ending == .beingWritten && log.damages == [])
      })
    try recorder.close()
  }

  @Test func `an app that is started again goes on where the last one was stopped`() throws {
    let desk = try Desk()
    let again = try Desk()
    let recorder = try record(20, at: desk)
    for name in try FileManager.default.contentsOfDirectory(atPath: desk.url.path) {
      try FileManager.default.copyItem(
        at: desk.url.appending(path: name), to: again.url.appending(path: name))
    }
    try recorder.close()
    again.clock.set(wall: desk.clock.now.wall)
    try record(4, at: again) { $0.existing = .continued }.close()
    let log = try again.log()
    #expect(try again.amounts()[20] == 20 && again.amounts()[25] == 4)
    #expect(try log.verify().problems == [] && log.gaps().map(\.steps) == [21...21])
    #expect((13...16).contains(log.firstStep.number))
  }

  @Test func `a second recorder is refused after the first has gone on to other files`() throws {
    let desk = try Desk()
    let recorder = try record(5, at: desk)
    #expect(throws: LogError.inUse(path: desk.path)) {
      _ = try record(1, at: desk) { $0.existing = .continued }
    }
    try recorder.close()
  }

  @Test func `older segments of another recording are not mixed with a new one's`() throws {
    let desk = try Desk()
    try record(4, at: desk).close()
    try FileManager.default.removeItem(atPath: desk.path)
    #expect(throws: LogError.exists(path: desk.path + ".000003")) {
      _ = try record(1, at: desk)
    }
    // All of it in one file needs no other names.
    let recorder = try desk.record()
    try recorder.close()
    #expect(try desk.log().segmentCount == 1)
  }

  @Test func `stores that come and go are known to the segments behind them`() throws {
    let desk = try Desk()
    let extra = Store("extra", 0).on(Add.self) { $0 += $1.amount }
    let recorder = try record(
      6, at: desk,
      after: { number in
        if number == 2 { try desk.dispatcher.register(extra) }
        if number == 4 { try desk.dispatcher.unregister(extra) }
      })
    try recorder.close()
    for (number, registered) in [(1, 3), (2, 3), (3, 4), (4, 4), (5, 3)] {
      let part = try LogReader(path: SegmentName.path(of: number, of: desk.path))
      #expect(try part.rosters.stretch(after: part.initialStep).registered.count == registered)
      #expect(try part.verify().problems == [])
    }
    #expect(try desk.log().verify().problems == [])
  }

  @Test func `secrets stay out of the states with which segments begin`() throws {
    let desk = try Desk()
    desk.dispatcher.dispatch(Rename(name: "kept a secret"))
    let recorder = try record(12, at: desk) { options in
      options.redaction = Redaction(key: .random(), rules: [.type(String.self, .dropped)])
    }
    try recorder.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: desk.url.path) {
      let bytes = try Data(contentsOf: desk.url.appending(path: name))
      #expect(bytes.range(of: Data("a secret".utf8)) == nil, "\(name)")
    }
  }
}

/// A recording of which the last minutes are kept.
@Suite struct FlightRecorderClockTests {
  private static let second: Int64 = 1_000_000_000

  /// A log of so many actions, a second apart unless the clock is told otherwise.
  private func fly(
    _ keeps: Retention, _ count: Int,
    _ between: (ManualClock, Int) -> Void = { clock, _ in
      clock.advance(by: Self.second)
    }
  ) throws -> Flight {
    let flight = try Flight(keeps)
    for number in 0..<count { flight.act(1) { between(flight.clock, number) } }
    try flight.recording.close()
    for log in try Wreck(flight).logs() { try Wreck(flight).expect(log) }
    return flight
  }

  private func first(of flight: Flight) throws -> UInt64 {
    try #require(try Wreck(flight).logs().last).firstStep.number
  }

  @Test func `the last so long is kept, and a segment more at most`() throws {
    let flight = try fly(.last(.seconds(80)), 300)
    #expect((200...220).contains(try first(of: flight)) && flight.olderNumbers.count == 8)
  }

  @Test func `while the clock stands still, nothing is old`() throws {
    #expect(try fly(.last(.seconds(8)), 100) { _, _ in }.olderNumbers == [])
  }

  @Test func `a clock that stands still does not break the bound on bytes`() throws {
    let flight = try fly(.last(.seconds(8), bytes: 100_000), 1_500) { _, _ in }
    #expect(flight.disk.byteCount < 250_000 && flight.olderNumbers.count < 4)
  }

  @Test func `of two bounds the narrower counts`() throws {
    let flight = try fly(.last(.seconds(16), bytes: .max), 100)
    #expect((80...86).contains(try first(of: flight)))
  }

  @Test func `behind a leap of the clock the segment before it stays`() throws {
    let flight = try fly(.last(.seconds(80)), 300) { clock, number in
      clock.advance(by: number == 255 ? 1_000_000 * Self.second : Self.second)
    }
    // What came before is old, but for the segment in which the app slept.
    #expect((250...254).contains(try first(of: flight)))
  }

  @Test func `a clock that goes back and forth keeps no more than one that does not`() throws {
    let flight = try fly(.last(.seconds(80)), 400) { clock, number in
      clock.advance(by: number % 3 == 2 ? -Self.second : Self.second)
    }
    #expect(try first(of: flight) >= 270 && flight.olderNumbers.count <= 10)
  }

  @Test(arguments: [
    (Retention.last(bytes: -1), Retention.last(bytes: 0)),
    (.last(.seconds(-1)), .last(.seconds(0))),
    (.last(.seconds(Int64.max)), .last(.nanoseconds(Int64.max))),
  ])
  func `there are no amounts that cannot be`(given: Retention, meant: Retention) {
    #expect(given == meant && given != .everything)
  }
}
