import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import Testing

@Suite struct CrashTests {
  @Test func `the tail of an open recording has the dispatched actions, and closing removes it`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    for number in 1...3 { desk.dispatcher.dispatch(Add(amount: number)) }
    let copy = try desk.copyOfFiles()
    try recorder.close()
    #expect(
      try copy.tail().frames(of: TailFormat.session(copy.session), after: nil, step: 0).lastStep
        == 3)
    #expect(!FileManager.default.fileExists(atPath: desk.path + ".tail"))
  }

  @Test
  func
    `recording to a path that is already being recorded to throws, and the first recording goes on`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    #expect(throws: LogError.exists(path: desk.path)) {
      _ = try Desk().dispatcher.record(to: desk.path, app: "desk")
    }
    desk.dispatcher.dispatch(Add())
    try recorder.close()
    #expect(try desk.amounts() == [1: 1])
  }
}

/// The bytes of a log and its tail, as a process that was killed would leave them.
struct FilesOfCrash {
  var log: [UInt8]
  var tailBytes: [UInt8]

  var session: UUID {
    get throws { try LogReader(bytes: log, name: "log").header.session }
  }

  func tail() -> TailReading { TailReading(tailBytes) }

  func put(at path: String) throws {
    try Data(log).write(to: URL(fileURLWithPath: path))
    try Data(tailBytes).write(to: URL(fileURLWithPath: path + ".tail"))
  }
}

extension Desk {
  func copyOfFiles() throws -> FilesOfCrash {
    FilesOfCrash(
      log: Array(try Data(contentsOf: URL(fileURLWithPath: path))),
      tailBytes: Array(try Data(contentsOf: URL(fileURLWithPath: path + ".tail"))))
  }
}
