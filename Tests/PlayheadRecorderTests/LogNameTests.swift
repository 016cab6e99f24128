import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import Testing

/// A log that has another name, or none any more.
@Suite struct LogNameTests {
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

  @Test
  func
    `a recording whose log was deleted does not write into the tail of a new log with that name`()
    throws
  {
    let (desk, next) = (try Desk(), try Desk())
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 9))
    try FileManager.default.removeItem(atPath: desk.path)
    // What may be all that is left of a recording is not lost for another.
    #expect(throws: LogError.exists(path: desk.path + ".tail")) {
      _ = try next.dispatcher.record(to: desk.path, app: "desk")
    }
    try FileManager.default.removeItem(atPath: desk.path + ".tail")
    let successor = try next.dispatcher.record(to: desk.path, app: "desk")
    for amount in 1...5 { next.dispatcher.dispatch(Add(amount: amount)) }
    for _ in 1...10 { desk.dispatcher.dispatch(Add(amount: 9)) }
    #expect(try desk.amounts() == [1: 1, 2: 2, 3: 3, 4: 4, 5: 5])
    #expect(throws: LogError.self) { try recorder.close() }
    try successor.close()
  }
}
