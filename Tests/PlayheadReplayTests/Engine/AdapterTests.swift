import ComposableArchitecture
import Foundation
import MobiusCore
import PlayheadComposableArchitecture
import PlayheadReading
import PlayheadLog
import PlayheadMobius
import PlayheadReSwift
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import ReSwift
import Testing

private struct Raise: ReSwift.Action, Codable { var by: Int }

private struct Counting: ComposableArchitecture.Reducer {
  struct Raise: Codable { var by: Int }

  func reduce(into state: inout Int, action: Raise) -> Effect<Raise> {
    state += action.by
    return .none
  }
}

/// A counter on a library of others, with the library's adapter.
private struct AdaptedCounter {
  /// Adds a number, and returns the sum.
  let raise: (Int) -> Int
  let stop: () throws -> Void
}

/// The adapters for libraries of others, of which stand-ins have the interfaces.
@Suite struct AdapterTests {
  enum Library: CaseIterable { case reSwift, mobius, composableArchitecture }

  private let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")

  private func counter(on library: Library) throws -> AdaptedCounter {
    var count = 0
    switch library {
    case .reSwift:
      let recorder = StoreRecorder<Int> { action, state in
        (state ?? 0) + ((action as? Raise)?.by ?? 0)
      }
      try recorder.record(to: url, app: "counter", state: 0)
      let raise = { (number: Int) -> Int in
        count = recorder.reducer(Raise(by: number), count)
        return count
      }
      return AdaptedCounter(raise: raise, stop: { try recorder.stop() })
    case .mobius:
      let recorder = LoopRecorder<Int, Raise, Never>(to: url, app: "counter")
      let raise = { (number: Int) -> Int in
        recorder.willUpdate(model: count, event: Raise(by: number))
        let next = Next<Int, Never>.next(count + number)
        recorder.didUpdate(model: count, event: Raise(by: number), next: next)
        count = next.model ?? count
        return count
      }
      return AdaptedCounter(raise: raise, stop: { try recorder.stop() })
    case .composableArchitecture:
      let recorder = FeatureRecorder<Int>(to: url, app: "counter")
      let feature = Counting().recorded(by: recorder)
      let raise = { (number: Int) -> Int in
        _ = feature.reduce(into: &count, action: .init(by: number))
        return count
      }
      return AdaptedCounter(raise: raise, stop: { try recorder.stop() })
    }
  }

  @Test(arguments: Library.allCases)
  func `an adapter's log replays, and actions after its stop are handled but not recorded`(
    library: Library
  ) throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let counter = try counter(on: library)
    for number in 1...3 { _ = counter.raise(number) }
    try counter.stop()
    let bytes = try Data(contentsOf: url)
    for number in 4...5 { _ = counter.raise(number) }
    try counter.stop()
    #expect(counter.raise(6) == 21)
    #expect(try Data(contentsOf: url) == bytes)
    let log = try ActionLog(url)
    #expect(log.reader.isClosed && log.lastStep == 3)
    let amounts = try [1, 2, 3].map { step in
      try log.entry(at: Step(UInt64(step))).payload().value(at: StatePath("by"))
    }
    #expect(amounts == [.int(1), .int(2), .int(3)])
    let entry =
      library == .composableArchitecture
      ? AppEntry.reducer("counter", initial: 0, action: Counting.Raise.self) { $0 += $1.by }
      : AppEntry.reducer("counter", initial: 0, action: Raise.self) { $0 += $1.by }
    let replay = try Replay(log, with: entry.player())
    let counts = try (0...3).map { step in try replay.state(at: Step(UInt64(step)))["counter"] }
    #expect(counts == [0, 1, 3, 6])
  }

  @Test(arguments: [Library.mobius, .composableArchitecture])
  func `a state that an adapter finds changed between two actions is in the log`(
    library: Library
  ) throws {
    defer { try? FileManager.default.removeItem(at: url) }
    switch library {
    case .mobius:
      let recorder = LoopRecorder<Int, Raise, Never>(to: url, app: "counter")
      for (model, number) in [(0, 1), (1, 2), (5_000, 3), (5_003, 4)] {
        recorder.willUpdate(model: model, event: Raise(by: number))
        recorder.didUpdate(
          model: model, event: Raise(by: number), next: .next(model + number))
      }
      try recorder.stop()
    default:
      let recorder = FeatureRecorder<Int>(to: url, app: "counter")
      let feature = Counting().recorded(by: recorder)
      var count = 0
      for number in 1...4 {
        if number == 3 { count = 5_000 }
        _ = feature.reduce(into: &count, action: .init(by: number))
      }
      try recorder.stop()
    }
    let log = try ActionLog(url)
    #expect(log.lastStep == 4 && log.reader.storeLists.changes(after: 0).count == 1)
    let entry =
      library == .mobius
      ? AppEntry.reducer("counter", initial: 0, action: Raise.self) { $0 += $1.by }
      : AppEntry.reducer("counter", initial: 0, action: Counting.Raise.self) { $0 += $1.by }
    let replay = try Replay(log, with: entry.player())
    let counts = try (0...4).map { step in try replay.state(at: Step(UInt64(step)))["counter"] }
    #expect(counts == [0, 1, 5_000, 5_003, 5_007])
    #expect(replay.stateMismatch == nil)
  }

  @Test func `a log that cannot be created is reported once, and the feature keeps working`() throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/no/x.playhead")
    nonisolated(unsafe) var failures = 0
    var options = RecordingOptions()
    options.onFailure = { _ in failures += 1 }
    let recorder = FeatureRecorder<Int>(to: url, app: "counter", options: options)
    let feature = Counting().recorded(by: recorder)
    var count = 0
    for _ in 1...3 { _ = feature.reduce(into: &count, action: .init(by: 1)) }
    #expect(count == 3 && failures == 1)
    #expect(throws: LogError.self) { try recorder.stop() }
  }

  @Test func `each launch of a feature and of a loop has a log of its own in a folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for _ in 0..<2 {
      let recorder = FeatureRecorder<Int>(in: folder, app: "feature")
      var count = 0
      _ = Counting().recorded(by: recorder).reduce(into: &count, action: .init(by: 1))
      try recorder.stop()
      let loop = LoopRecorder<Int, Raise, Never>(in: folder, app: "loop")
      loop.willUpdate(model: 0, event: Raise(by: 1))
      loop.didUpdate(model: 0, event: Raise(by: 1), next: .next(1))
      try loop.stop()
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("feature-") }.count == 2)
    #expect(names.filter { $0.hasPrefix("loop-") }.count == 2)
    for name in names {
      #expect(try ActionLog(folder.appending(path: name)).lastStep == 1, "\(name)")
    }
  }

  @Test func `a Mobius loop that is stopped during an update leaves a complete log`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = LoopRecorder<Int, Raise, Never>(to: url, app: "counter")
    recorder.willUpdate(model: 0, event: Raise(by: 1))
    try recorder.stop()
    recorder.didUpdate(model: 0, event: Raise(by: 1), next: .next(1))
    recorder.willUpdate(model: 1, event: Raise(by: 2))
    recorder.didUpdate(model: 1, event: Raise(by: 2), next: .noChange)
    let log = try ActionLog(url)
    #expect(log.lastStep == 1 && log.reader.isClosed)
    #expect(try !log.reader.entry(at: 1).isHandled)
  }

  @Test(arguments: Library.allCases)
  func `a debugger shows an earlier state through an adapter, and actions are refused meanwhile`(
    library: Library
  ) throws {
    defer { try? FileManager.default.removeItem(at: url) }
    var count = 0
    var recording: Recording?
    let raise: (Int) -> Void
    let show: (Int) -> Void
    switch library {
    case .reSwift:
      let recorder = StoreRecorder<Int> { action, state in
        (state ?? 0) + ((action as? Raise)?.by ?? 0)
      }
      try recorder.record(to: url, app: "counter", state: 0)
      recording = recorder.recording
      raise = { count = recorder.reducer(Raise(by: $0), count) }
      show = { count = recorder.reducer(recorder.showing($0), count) }
    case .mobius:
      let recorder = LoopRecorder<Int, Raise, Never>(to: url, app: "counter")
      recorder.onRecording = { recording = $0 }
      let update = recorder.holding { (model: Int, event: Raise) in .next(model + event.by) }
      raise = { number in
        recorder.willUpdate(model: count, event: Raise(by: number))
        let next = update(count, Raise(by: number))
        recorder.didUpdate(model: count, event: Raise(by: number), next: next)
        count = next.model ?? count
      }
      show = {
        recorder.show($0)
        raise(0)
      }
    case .composableArchitecture:
      let recorder = FeatureRecorder<Int>(to: url, app: "counter")
      recorder.onRecording = { recording = $0 }
      let feature = Counting().recorded(by: recorder)
      raise = { _ = feature.reduce(into: &count, action: .init(by: $0)) }
      show = {
        recorder.show($0)
        raise(0)
      }
    }
    for number in 1...3 { raise(number) }
    let held = try #require(recording)
    try held.betweenTurns { held.setHeld(true) }
    show(1)
    raise(50)
    #expect(count == 1 && held.refusedCount == 1 && held.step == 3)
    try held.betweenTurns {
      held.jump(to: 1, ["counter": 1])
      held.setHeld(false)
    }
    raise(10)
    try held.close()
    let entry =
      library == .composableArchitecture
      ? AppEntry.reducer("counter", initial: 0, action: Counting.Raise.self) { $0 += $1.by }
      : AppEntry.reducer("counter", initial: 0, action: Raise.self) { $0 += $1.by }
    let replay = try Replay(ActionLog(url), with: entry.player())
    let sum = try replay.state(at: 4)["counter"]
    #expect(count == 11 && sum == 11)
  }
}
