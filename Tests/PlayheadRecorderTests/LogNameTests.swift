import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

/// A log that has another name, or none any more.
@Suite struct LogNameTests {
  @Test func `through a symbolic link, the tail lies beside the log`() throws {
    let (desk, link) = (try Desk(), try Desk())
    let first = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try first.close()
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: desk.path)
    var options = RecordingOptions()
    options.existing = .continued
    let recorder = try link.record(options)
    link.dispatcher.dispatch(Add(amount: 2))
    #expect(FileManager.default.fileExists(atPath: desk.path + ".tail"))
    // Whichever way it is opened.
    #expect(try desk.amounts() == [1: 1, 3: 2] && link.amounts() == [1: 1, 3: 2])
    try recorder.close()
    #expect(try desk.log().isClosed && link.log().isClosed)
  }

  @Test func `who records into a deleted log does not write into its successor's tail`() throws {
    let (desk, next) = (try Desk(), try Desk())
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 9))
    try FileManager.default.removeItem(atPath: desk.path)
    // What may be all that is left of a recording is not lost for another.
    var options = RecordingOptions()
    options.existing = .refused
    #expect(throws: LogError.onlyTail(path: desk.path)) {
      _ = try next.dispatcher.record(to: desk.path, app: "desk", options: options)
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
