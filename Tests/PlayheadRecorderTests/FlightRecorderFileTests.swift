import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import Testing

/// The files of a flight recorder on a real disk.
@Suite struct FlightRecorderFileTests {
  /// A desk whose every action is a segment, of which eight seconds' are kept, and one action a second.
  private func record(
    _ count: Int, at desk: Desk, after each: (Int) throws -> Void = { _ in }
  ) throws -> Recording {
    var options = RecordingOptions.exact
    (options.keeps, options.waits) = (.last(.seconds(8)), true)
    let recorder = try desk.record(options)
    for number in 1...count {
      desk.clock.advance(by: 1_000_000_000)
      desk.dispatcher.dispatch(Add(amount: number))
      try each(number)
    }
    return recorder
  }

  @Test
  func
    `a reader finds each action in a flight recorder's newest segment as soon as it is dispatched`()
    throws
  {
    let desk = try Desk()
    let recorder = try record(
      30, at: desk,
      after: { number in
        let newest = SegmentName.later(of: desk.path, on: SystemDisk()).last ?? 1
        let log = try LogReader(path: SegmentName.path(of: newest, of: desk.path))
        #expect(log.lastStep.number == UInt64(number) && log.lostSteps == [])
        #expect(log.ending == .beingWritten && log.damages == [])
      })
    try recorder.close()
  }

  @Test func `a flight recorder deletes no file that only has the name of a segment`() throws {
    let desk = try Desk()
    let mine = URL(fileURLWithPath: desk.path + ".9")
    let recorder = try record(
      30, at: desk, after: { number in if number == 4 { try Data("mine".utf8).write(to: mine) } })
    try recorder.close()
    #expect(try String(contentsOf: mine, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: desk.path + ".2"))
  }

  @Test
  func `a segment of a flight recorder begins with the stores that are registered at its start`()
    throws
  {
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
      #expect(try part.storeLists.epoch(after: part.initialStep).registered.count == registered)
      #expect(try part.verify().problems == [])
    }
  }
}
