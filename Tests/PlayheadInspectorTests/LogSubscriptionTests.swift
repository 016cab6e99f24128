import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import Testing

@testable import PlayheadInspector
@testable import trap_app

/// What a subscription gives of a log that grows.
@Suite struct LogSubscriptionTests {
  private static var program: URL { Bundle.main.bundleURL.appending(path: "trap-app") }

  /// The parts as bytes, so that they can be compared.
  private static func bytes(_ part: ActionsRequest.Part) throws -> Data {
    try WorkerCoding.bytes(part)
  }

  private static func bytes(_ request: ActionsRequest, of inspector: Inspector) throws -> [Data] {
    var parts: [Data] = []
    _ = try inspector.ask(request) { parts.append(try bytes($0)) }
    return parts
  }

  /// A session in a file of its own, which its subscribers look at now and then.
  private static func session(
    _ seed: UInt64, _ subscriptions: inout [LogSubscription], in folder: URL,
    _ give: (Int, ActionsRequest.Part) throws -> Void
  ) throws {
    var chance = SplitMix64(seed: seed)
    func poll() throws {
      for place in subscriptions.indices {
        try subscriptions[place].poll { try give(place, $0) }
      }
    }
    try poll()
    #expect(subscriptions.map(\.isAwaited) == [true, true, true])
    let app = try Trapper(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: folder.appending(path: "t.playhead").path, app: Trapper.appName)
    for number in 1...60 {
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: recording.mark("mark \(number)")
      case 1: try poll()
      case 2:
        recording.pause()
        _ = try app.perform("add \(number)")
        recording.resume()
      case 3: try recording.flush()
      default: _ = try app.perform("add \(number)")
      }
      #expect(subscriptions.map(\.isComplete) == [false, false, false])
    }
    try recording.close()
    // A process that another test starts has the file's lock for a moment.
    for _ in 1...500 where subscriptions.map(\.isComplete) != [true, true, true] {
      try poll()
      usleep(10_000)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `each part of a growing log is given once and in order`(seed: UInt64) async throws {
    try await onOwnThread {
      let folder = FileManager.default.temporaryDirectory.appending(path: "growing-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appending(path: "t.playhead")
      let requests = [
        ActionsRequest(), ActionsRequest(in: 7...Step(.max)), ActionsRequest(withChanges: true),
      ]
      var subscriptions = [
        LogSubscription(to: url, requests[0]), LogSubscription(to: url, requests[1]),
        LogSubscription(to: url, requests[2], storesOf: Self.program),
      ]
      var given: [[Data]] = [[], [], []]
      try Self.session(seed, &subscriptions, in: folder) { given[$0].append(try Self.bytes($1)) }
      #expect(subscriptions.map(\.isComplete) == [true, true, true])
      for (request, given) in zip(requests, given) {
        let inspector = try Inspector(url, storesOf: Self.program)
        let expected = try Self.bytes(request, of: inspector)
        #expect(given == expected)
      }
    }
  }

  @Test func `a subscription with a limit is complete after so many actions`() async throws {
    try await onOwnThread {
      let folder = FileManager.default.temporaryDirectory.appending(path: "limited-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appending(path: "t.playhead")
      var subscription = LogSubscription(to: url, ActionsRequest(limit: 3))
      var steps: [Step] = []
      func poll() throws {
        try subscription.poll {
          if case .action(let action, _, _) = $0 { steps.append(action.step) }
        }
      }
      let app = try Trapper(inputs: .seeded())
      let recording = try app.dispatcher.record(to: url.path, app: Trapper.appName)
      for number in 1...2 { _ = try app.perform("add \(number)") }
      try poll()
      #expect(steps == [1, 2])
      #expect(!subscription.isComplete)
      for number in 3...5 { _ = try app.perform("add \(number)") }
      try poll()
      #expect(steps == [1, 2, 3])
      #expect(subscription.isComplete)
      try recording.close()
    }
  }

  @Test func `a subscription ends with an error when its log is removed or replaced`() async throws
  {
    try await onOwnThread {
      let folder = FileManager.default.temporaryDirectory.appending(path: "removed-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appending(path: "t.playhead")
      func record() throws {
        let app = try Trapper(inputs: .seeded())
        let recording = try app.dispatcher.record(to: url.path, app: Trapper.appName)
        _ = try app.perform("add 1")
        try recording.close()
      }
      try record()
      var (gone, replaced) = (LogSubscription(to: url), LogSubscription(to: url))
      try gone.poll { _ in }
      try replaced.poll { _ in }
      try FileManager.default.removeItem(at: url)
      try gone.poll { _ in }
      #expect(throws: FollowedLog.Fault.self) { try gone.poll { _ in } }
      try record()
      #expect(throws: FollowedLog.Fault.self) { try replaced.poll { _ in } }
    }
  }
}
