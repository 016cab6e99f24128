import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import Testing

/// A log and its tail are read as one.
@Suite struct TailedLogTests {
  /// What a crash after these actions leaves, at a desk of its own.
  private func crash(_ amounts: [Int], _ damage: (inout FilesOfCrash) -> Void = { _ in }) throws
    -> Desk
  {
    let desk = try Desk()
    let recorder = try desk.record()
    for amount in amounts { desk.dispatcher.dispatch(Add(amount: amount)) }
    var files = try desk.copyOfFiles()
    try recorder.close()
    damage(&files)
    let left = try Desk()
    try files.put(at: left.path)
    return left
  }

  @Test func `an unclosed log is read with its tail up to the last action`() throws {
    let left = try crash([1, 2, 3])
    let log = try left.log()
    #expect(try left.amounts() == [1: 1, 2: 2, 3: 3])
    #expect(log.ending == .stopped(after: 3, isComplete: true) && log.damages == [])
    #expect(try log.verify().problems == [.notClosed(lastStep: 3)])
  }

  @Test func `reading a log during the recording gives all actions so far`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    #expect(try desk.log().ending == .beingWritten)
    for number in 1...3 {
      desk.dispatcher.dispatch(Add(amount: number))
      #expect(try desk.log().lastStep == Step(UInt64(number)))
    }
    try recorder.close()
    #expect(try desk.log().ending == .closed)
  }

  @Test func `an incomplete last frame of a log is no damage if the tail has its actions`() throws {
    let left = try crash([1, 2, 3]) { $0.log += $0.log.prefix(40) }
    #expect(try left.amounts() == [1: 1, 2: 2, 3: 3])
    #expect(try left.log().damages == [])
  }

  @Test func `reading a log ignores a tail that belongs to another session`() throws {
    let left = try crash([1, 2])
    let other = try Desk()
    let recorder = try other.record()
    other.dispatcher.dispatch(Add(amount: 9))
    try recorder.close()
    try FileManager.default.copyItem(atPath: left.path + ".tail", toPath: other.path + ".tail")
    #expect(try other.amounts() == [1: 9])
    #expect(try other.log().ending == .closed)
  }

  @Test func `LogRecovery writes a complete, closed log from an unclosed log and its tail`() throws
  {
    let left = try crash([1, 2, 3])
    let out = left.path + ".out"
    let report = try LogRecovery(left.log()).write(to: out)
    let log = try LogReader(path: out)
    #expect(report.isComplete && report.actions == 3 && log.isClosed)
    #expect(try log.verify().problems == [])
  }

  @Test func `a log that ends while a store handles an action says at which step`() throws {
    let files = Box(FilesOfCrash(log: [], tailBytes: []))
    let desk = try Desk(middleware: [])
    let path = desk.path
    try desk.dispatcher.register(
      Store("probe", 0).on(Add.self) { _, _ in
        files.change {
          $0.log = Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data())
          $0.tailBytes = Array(
            (try? Data(contentsOf: URL(fileURLWithPath: path + ".tail"))) ?? Data())
        }
      })
    let recorder = try desk.record()
    for amount in [1, 2] { desk.dispatcher.dispatch(Add(amount: amount)) }
    try recorder.close()
    let left = try Desk()
    try files.value.put(at: left.path)
    #expect(try left.log().ending == .stoppedHandling(2))
    let log = try ActionLog(URL(filePath: left.path))
    #expect(log.stoppedHandling == 2 && !log.isClosed)
  }
}
