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
  private func crash(_ amounts: [Int]) throws -> Desk {
    let desk = try Desk()
    let recorder = try desk.record()
    for amount in amounts { desk.dispatcher.dispatch(Add(amount: amount)) }
    let left = try Desk()
    try FilesOfCrash(of: desk.path).put(at: left.path)
    try recorder.close()
    return left
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

  @Test func `a log that ends while a store handles an action says at which step`() throws {
    let (desk, left) = (try Desk(), try Desk())
    let (path, copy) = (desk.path, left.path)
    try desk.dispatcher.register(
      Store("probe", 0).on(Add.self) { _, _ in try? FilesOfCrash(of: path).put(at: copy) })
    let recorder = try desk.record()
    for amount in [1, 2] { desk.dispatcher.dispatch(Add(amount: amount)) }
    try recorder.close()
    #expect(try left.log().ending == .stoppedHandling(2))
    let log = try ActionLog(URL(filePath: left.path))
    #expect(log.stoppedHandling == 2 && !log.isClosed)
  }
}

/// The bytes of a log and its tail, as a process that was killed would leave them.
private struct FilesOfCrash {
  private let files: [(ending: String, bytes: Data)]

  init(of path: String) throws {
    files = try ["", ".tail"].map { ($0, try Data(contentsOf: URL(fileURLWithPath: path + $0))) }
  }

  func put(at path: String) throws {
    for file in files { try file.bytes.write(to: URL(fileURLWithPath: path + file.ending)) }
  }
}
