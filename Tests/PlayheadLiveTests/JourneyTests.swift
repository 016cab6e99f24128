import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadServer
import PlayheadValues
import Testing

@testable import PlayheadLive

/// Random journeys of running apps: travel to any step, back to now, on from there, with actions at every moment. After
/// each, the log must lead to the app's very state, and `check` must pass.
@Suite struct JourneyTests {
  private static let seeds = Array(0..<(Soak.isOn ? 1_000 : 12) as Range<UInt64>)

  @Test(arguments: seeds, JourneyKind.allCases)
  func `a log replays to the app's very state after any journey`(
    seed: UInt64, kind: JourneyKind
  ) async throws {
    try await onOwnThread {
      let folder = FileManager.default.temporaryDirectory.appending(path: "journey-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let app = try kind.make(folder.appending(path: "journey.playhead"), seed)
      var journey = Journey(app, SplitMix64(seed: seed))
      for _ in 0..<40 { try journey.go() }
      try journey.end()
      try app.recording.close()
      try journey.check(in: folder)
    }
  }
}

/// One random journey, with a model of what the app must show.
private struct Journey {
  private let app: any JourneyApp
  private var random: SplitMix64
  /// The app's states by the steps of the log, as long as they are known.
  private var states: [Step: (shown: [String: String], logged: [String: String])] = [:]
  private var newest: [String: String] = [:]
  private var refused: UInt64 = 0
  /// What the app showed before it traveled.
  private var atTravel: [String: String] = [:]
  private var haveStoresChanged = false

  init(_ app: any JourneyApp, _ random: SplitMix64) {
    (self.app, self.random) = (app, random)
    note()
  }

  /// Notes what the app shows after an action.
  private mutating func note() {
    newest = app.shown
    if !app.isPaused { states[app.recording.step] = (newest, app.logged) }
  }

  mutating func go() throws {
    let position = app.live.position.position
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5: act(position)
    case 5, 6: try travel(position)
    case 7: try resume(position, from: .now)
    case 8: try resume(position, from: .here)
    case 9:
      if position == .traveling { break }
      _ = try app.live.perform(position == .locked ? .unlock : .lock)
    case 10: _ = try app.live.perform(.mark("here"))
    default:
      guard position == .live else {
        changeStoresWhileHeld(position)
        break
      }
      let (before, wasPaused) = (app.shown, app.isPaused)
      app.changeStores(using: &random)
      // The state of a step has the stores that came right after it, and that of a pause the last ones.
      if app.shown != before || wasPaused && states[app.recording.step] == nil { note() }
    }
    #expect(app.live.position.refused == refused)
  }

  /// A dispatcher's store comes or goes, as an observer of a state may have it.
  private mutating func changeStoresWhileHeld(_ position: AppPosition.Position) {
    guard app.changesStoresWhileHeld else { return }
    let before = app.shown
    app.changeStores(using: &random)
    let step = app.recording.step
    for (store, state) in app.shown where before[store] == nil {
      // It gets its newest state when the app goes back to now.
      newest[store] = (position == .traveling ? atTravel[store] : nil) ?? state
      states[step]?.shown[store] = state
      states[step]?.logged[store] = app.logged[store]
    }
    for store in before.keys where app.shown[store] == nil { newest[store] = nil }
    haveStoresChanged = true
  }

  private mutating func act(_ position: AppPosition.Position) {
    let before = (shown: app.shown, step: app.recording.step)
    app.act(using: &random)
    if position == .live {
      note()
    } else {
      refused += 1
      #expect(app.shown == before.shown && app.recording.step == before.step)
    }
  }

  private mutating func travel(_ position: AppPosition.Position) throws {
    if position != .traveling { (atTravel, haveStoresChanged) = (newest, false) }
    guard let step = states.keys.sorted().randomElement(using: &random) else { return }
    do {
      let place = try app.live.perform(.travel(to: step))
      #expect(place.position == .traveling && place.step == step.number)
      // A store that came right after the step is in its state, too.
      let known = states[step]?.shown ?? [:]
      for (store, state) in app.shown where known[store] != nil && !place.keeping.contains(store) {
        #expect(state == known[store], "store '\(store)' at step \(step)")
      }
    } catch let error as ReadingError {
      // The recording was paused then.
      #expect(app.forgets, "\(error)")
      states[step] = nil
    }
  }

  private mutating func resume(
    _ position: AppPosition.Position, from origin: AppCommand.Origin
  ) throws {
    guard position == .traveling else {
      #expect(throws: LiveError.self) { _ = try app.live.perform(.resume(from: origin)) }
      return
    }
    let shown = app.shown
    #expect(try app.live.perform(.resume(from: origin)).position == .live)
    switch origin {
    case .now:
      #expect(app.shown == newest)
      if haveStoresChanged { note() }
    case .here:
      if !haveStoresChanged { #expect(app.shown == shown) }
      newest = app.shown
    }
    haveStoresChanged = false
  }

  /// Goes on, so that the log has the end of the journey.
  mutating func end() throws {
    let position = app.live.position.position
    if position == .traveling { try resume(position, from: .here) }
    if position == .locked { _ = try app.live.perform(.unlock) }
    if app.isPaused { app.pauseOrGoOn() }
    act(.live)
  }

  /// Whether the log in a folder leads to the app's state, and each replay to the same states.
  func check(in folder: URL) throws {
    let log = try LogReader(path: folder.appending(path: "journey.playhead").path)
    let replay = try Replay(log, with: app.entry.player())
    replay.onMismatch = { Issue.record("\($0)") }
    for (step, known) in states where log.steps.run(holding: step) != nil {
      guard case .record(let fields) = try replay.state(at: step) else { continue }
      for (store, state) in known.logged {
        let replayed = fields.first { $0.name == store }?.value.json
        #expect(replayed == state, "store '\(store)' at step \(step) of \(log.lastStep)")
      }
    }
    #expect(states[log.lastStep]?.logged == app.logged)
    let entry = app.entry
    let finding = try DeterminismCheck(log) { try entry.player() }.finding()
    #expect(finding.isGood, "\(finding)")
  }
}
