import ComposableArchitecture
import Foundation
import PlayheadComposableArchitecture
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// A feature of the Composable Architecture, whose interface a stand-in has.
private struct Feature: Reducer {
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  enum Action: Codable {
    case up
    case set(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up: state.count += 1
    case .set(let count): state.count = count
    }
    return .none
  }
}

@Suite struct RecordedFeatureTests {
  @Test func `a recorded Composable Architecture feature replays its states`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = FeatureRecorder<Feature.State>(to: url, app: "feature")
    let feature = Feature().recorded(by: recorder)
    var state = Feature.State()
    var live = [state]
    for action in [Feature.Action.up, .set(7), .up] {
      _ = feature.reduce(into: &state, action: action)
      live.append(state)
    }
    try recorder.stop()
    let entry = AppEntry.reducer("feature", initial: Feature.State(), action: Feature.Action.self) {
      state, action in _ = Feature().reduce(into: &state, action: action)
    }
    let log = try ActionLog(url)
    #expect(try log.entry(at: 1).type.name.hasSuffix("Feature.Action.up"))
    let replay = try Replay(log, with: entry.player())
    for (step, state) in live.enumerated() {
      let count = try replay.state(at: Step(UInt64(step))).value(at: StatePath("feature.count"))
      #expect(count == .int(Int64(state.count)))
    }
  }

  @Test func `a log that cannot be created is reported once, and the feature keeps working`() throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/no/x.playhead")
    nonisolated(unsafe) var failures = 0
    var options = RecordingOptions()
    options.onFailure = { _ in failures += 1 }
    let recorder = FeatureRecorder<Feature.State>(to: url, app: "feature", options: options)
    let feature = Feature().recorded(by: recorder)
    var state = Feature.State()
    for _ in 1...3 { _ = feature.reduce(into: &state, action: .up) }
    #expect(state.count == 3 && failures == 1)
    #expect(throws: LogError.self) { try recorder.stop() }
  }
}
