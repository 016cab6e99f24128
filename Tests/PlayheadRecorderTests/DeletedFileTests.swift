import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import Testing

/// Files of a recording that somebody deletes while it goes on.
@Suite struct DeletedFileTests {
  private func delete(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  /// A desk and its recording, and the failures that the app hears of.
  private func recording(
    _ desk: Desk
  ) throws -> (recorder: Recording, failures: Box<[LogError]>) {
    let failures = Box<[LogError]>([])
    var options = RecordingOptions(onFailure: { error in failures.change { $0.append(error) } })
    options.digests = .never
    return (try desk.record(options), failures)
  }

  @Test func `after the tail is deleted, onFailure runs once, and the log gets all actions`() throws
  {
    let desk = try Desk()
    let (recorder, failures) = try recording(desk)
    desk.dispatcher.dispatch(Add(amount: 1))
    try delete(desk.path + ".tail")
    for amount in [2, 4] {
      try recorder.flush()
      desk.dispatcher.dispatch(Add(amount: amount))
    }
    try recorder.close()
    #expect(failures.value == [.unwritable(path: desk.path + ".tail", reason: .deleted)])
    #expect(try desk.amounts() == [1: 1, 2: 2, 3: 4])
    #expect(try desk.log().verify().problems == [] && desk.log().isClosed)
    #expect(!FileManager.default.fileExists(atPath: desk.path + ".tail"))
  }

  @Test func `after the log is deleted, onFailure runs within 30 seconds without a flush`()
    async throws
  {
    let desk = try Desk()
    let (recorder, failures) = try recording(desk)
    try delete(desk.path)
    desk.dispatcher.dispatch(Add(amount: 1))
    let limit = ContinuousClock.now + .seconds(30)
    while failures.value.isEmpty, .now < limit { try await Task.sleep(for: .milliseconds(20)) }
    #expect(failures.value == [.unwritable(path: desk.path, reason: .deleted)])
    #expect(throws: LogError.unwritable(path: desk.path, reason: .deleted)) {
      try recorder.flush()
    }
    withExtendedLifetime(recorder) {}
  }

  @Test(arguments: [false, true])
  func `closing a recording whose log was deleted throws and creates no other log`(
    isFolder: Bool
  ) throws {
    let desk = try Desk()
    let (recorder, failures) = try recording(desk)
    desk.dispatcher.dispatch(Add(amount: 1))
    try delete(isFolder ? desk.url.path : desk.path)
    for amount in 2...50 { desk.dispatcher.dispatch(Add(amount: amount)) }
    #expect(throws: LogError.self) { try recorder.close() }
    #expect(failures.value == [.unwritable(path: desk.path, reason: .deleted)])
    #expect(!FileManager.default.fileExists(atPath: desk.path))
  }

  @Test func `closing a recording keeps another program's file that has replaced the deleted tail`()
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
}
