import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadValues
import Testing

/// Files of a recording that somebody deletes while it goes on. What is read is what a kill would leave.
@Suite struct DeletedFileTests {
  private func delete(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  @Test func `a tail that was deleted is made again with the next page, and a note says so`() throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try delete(desk.path + ".tail")
    try recorder.flush()
    desk.dispatcher.dispatch(Add(amount: 2))
    desk.dispatcher.dispatch(Add(amount: 4))
    #expect(try desk.amounts() == [1: 1, 2: 2, 3: 4])
    let text = "the tail was deleted during the recording; a new tail begins here"
    #expect(try desk.log().notes().map(\.text) == [text])
    try recorder.close()
    #expect(try desk.log().verify().problems == [])
    #expect(!FileManager.default.fileExists(atPath: desk.path + ".tail"))
  }

  @Test func `a tail that is deleted between two flushes is made again for the action behind them`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try recorder.flush()
    try delete(desk.path + ".tail")
    try recorder.flush()
    desk.dispatcher.dispatch(Add(amount: 2))
    #expect(try desk.amounts() == [1: 1, 2: 2])
    try recorder.close()
  }

  @Test func `where a tail that was deleted cannot be made again, one note says so`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try delete(desk.path + ".tail")
    try FileManager.default.createDirectory(
      atPath: desk.path + ".tail", withIntermediateDirectories: false)
    for amount in [2, 3, 4] {
      try recorder.flush()
      desk.dispatcher.dispatch(Add(amount: amount))
    }
    try recorder.close()
    let notes = try desk.log().notes().map(\.text)
    #expect(notes.count == 1 && notes[0].contains("lost if the app crashes"), "\(notes)")
    #expect(try desk.amounts().count == 4)
  }

  @Test func `a tail that was made again is not said to have what the deleted one had`() throws {
    let disk = ModelDisk()
    let flight = try Flight(.everything, on: disk) { $0.waits = false }
    disk.room = 0
    flight.act(60)
    disk.remove(Flight.path + ".tail")
    flight.act(60)
    #expect(throws: ModelDisk.full(Flight.path)) { try flight.recording.close() }
  }

  @Test func `another's file in the place of a deleted tail stays when the recording is closed`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try delete(desk.path + ".tail")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: desk.path + ".tail"))
    try recorder.flush()
    desk.dispatcher.dispatch(Add(amount: 2))
    try recorder.close()
    #expect(try String(contentsOfFile: desk.path + ".tail", encoding: .utf8) == "mine")
  }

  @Test(arguments: [false, true])
  func `a recording whose log was deleted goes on in a new one that begins with the states`(
    isFolder: Bool
  ) throws {
    let desk = try Desk()
    let failures = Box<[LogError]>([])
    var options = RecordingOptions(onFailure: { error in failures.change { $0.append(error) } })
    options.digests = .never
    let recorder = try desk.record(options)
    desk.dispatcher.dispatch(Add(amount: 1))
    try recorder.flush()
    try delete(isFolder ? desk.url.path : desk.path)
    desk.dispatcher.dispatch(Add(amount: 2))
    try recorder.flush()
    desk.dispatcher.dispatch(Add(amount: 4))
    let log = try desk.log()
    #expect(try log.initialStep == 2 && log.states(at: 2).first == .int(3))
    #expect(try desk.amounts() == [3: 4])
    let text =
      "the log was deleted during the recording; this log has the steps after 2"
    #expect(try log.notes().map(\.text).contains(text))
    try recorder.close()
    #expect(failures.value == [.unwritable(path: desk.path, reason: .deleted)])
    #expect(try desk.log().verify().problems == [] && desk.log().isClosed)
    #expect(try desk.amounts() == [3: 4])
  }

  @Test func `a deleted log begins again without a flush, too, once the disk has told of it`()
    throws
  {
    let disk = ModelDisk()
    let flight = try Flight(.everything, on: disk)
    flight.act(40)
    disk.remove(Flight.path)
    disk.remove(Flight.path + ".tail")
    // The other thread begins another log as soon as it gets to that.
    let limit = ContinuousClock.now + .seconds(60)
    repeat { flight.act(20) } while !disk.hasLog && .now < limit
    flight.act(400)
    let left = disk.afterKill()
    let log = try LogReader(bytes: left.bytes(of: Flight.path), name: Flight.path)
    #expect(log.initialStep >= 40 && log.lastStep > log.initialStep)
    #expect(flight.recording.begunAgain == log.initialStep)
    #expect(try log.verify().problems == [.notClosed(lastStep: log.lastStep)])
    #expect((try? left.bytes(of: Flight.path + ".tail")) != nil)
  }

  @Test func `a log that could not begin again is not said to have begun`() throws {
    let disk = ModelDisk()
    let flight = try Flight(.everything, on: disk)
    flight.act(40)
    disk.remove(Flight.path)
    disk.room = 0
    flight.act(40)
    #expect(throws: LogError.self) { try flight.recording.close() }
    #expect(flight.recording.begunAgain == nil)
  }

  @Test func `a recording that is closed right after its log was deleted leaves the states`() throws
  {
    let disk = ModelDisk()
    let flight = try Flight(.everything, on: disk)
    flight.act(40)
    disk.remove(Flight.path)
    disk.remove(Flight.path + ".tail")
    try flight.recording.close()
    let log = try LogReader(bytes: disk.bytes(of: Flight.path), name: Flight.path)
    #expect(log.isClosed && log.initialStep == 40)
    #expect(try log.verify().problems == [])
    #expect(flight.recording.begunAgain == 40)
  }
}
