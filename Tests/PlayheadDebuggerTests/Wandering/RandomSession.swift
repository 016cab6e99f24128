import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import ReplayTesting
import Testing

/// A recorded session of an app by chance.
struct RandomSession {
  let log: LogReader
  /// Those of all states, by a replay that goes from step to step and never back.
  let digests: [[Digest]]
  private let app: RandomApp

  init(seed: UInt64, actions: Int) throws {
    app = RandomApp(seed: seed)
    let path = FileManager.default.temporaryDirectory
      .appending(path: "session-\(UUID()).playhead").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let dispatcher = try app.dispatcher()
    let recorder = try dispatcher.record(
      to: path, app: "random", clock: ManualClock(), options: .exact)
    app.act(dispatcher, actions)
    try recorder.close()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    log = try LogReader(bytes: bytes, name: "session")

    let replay = try Replay(log, with: DispatcherPlayer(app.dispatcher()))
    var digests = [try replay.digests()]
    while try replay.stepForward() { digests.append(try replay.digests()) }
    self.digests = digests
    try #require(digests.count == actions + 1)
    // Those of the live run, as far as there was time for them.
    for live in try log.digests() {
      try #require(live.stores == digests[Int(live.step.number)])
    }
  }

  /// A fresh app to replay it with.
  func player() throws -> DispatcherPlayer { try DispatcherPlayer(app.dispatcher()) }
}
