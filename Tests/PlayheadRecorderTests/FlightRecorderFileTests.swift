import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import Testing

/// The files of a flight recorder on a real disk.
@Suite struct FlightRecorderFileTests {
  /// A desk whose every action is a segment, of which eight seconds' are kept, and one action a second.
  private func record(
    _ count: Int, at desk: Desk, _ change: (inout RecordingOptions) -> Void = { _ in },
    after each: (Int) throws -> Void = { _ in }
  ) throws -> Recording {
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

  @Test func `a second recorder is refused after the first has gone on to other files`() throws {
    let desk = try Desk()
    let recorder = try record(5, at: desk)
    #expect(throws: LogError.exists(path: desk.path)) { _ = try record(1, at: desk) }
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
      #expect(try part.storeLists.stretch(after: part.initialStep).registered.count == registered)
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
