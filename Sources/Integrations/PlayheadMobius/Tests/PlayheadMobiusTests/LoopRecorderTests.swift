import Foundation
import MobiusCore
import PlayheadLog
import PlayheadMobius
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

struct Model: Codable, Equatable, Sendable {
  var count = 0
  var last: String?
}

enum Event: Codable, Sendable {
  case up(by: Int)
  case down
  case loaded(String)
}

enum Effect { case load }

func update(_ model: Model, _ event: Event) -> Next<Model, Effect> {
  var model = model
  switch event {
  case .up(let by): model.count += by
  case .down where model.count == 0: return .dispatchEffects([])
  case .down: model.count -= 1
  case .loaded(let text): model.last = text
  }
  return .next(model)
}

let counter = AppEntry.reducer("counter", initial: Model(), action: Event.self) { model, event in
  model = update(model, event).model ?? model
}

@Suite struct LoopRecorderTests {
  @Test func `a session replays to the loop's own models`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = LoopRecorder<Model, Event, Effect>(to: url, app: "counter")
    let effects = EffectRouter<Effect, Event>().asConnectable
    let loop = Mobius.loop(update: Update(update), effectHandler: effects)
      .withLogger(recorder).start(from: Model())
    var live = [loop.latestModel]
    for event in [Event.down, .up(by: 3), .loaded("a"), .down, .up(by: 2)] {
      loop.dispatchEvent(event)
      live.append(loop.latestModel)
    }
    loop.dispose()
    try recorder.stop()

    let log = try ActionLog(url)
    #expect(log.lastStep == 5)
    #expect(try log.entry(at: 2).type.name == "PlayheadMobiusTests.Event.up")
    let replay = try Replay(log, with: counter.player())
    for (step, model) in live.enumerated() {
      let state = try replay.state(at: Step(UInt64(step)))
      #expect(try state.value(at: StatePath("counter.count")) == .int(Int64(model.count)))
      #expect(try state.value(at: StatePath("counter.last")) == model.last.map { Value.string($0) })
    }
  }

  @Test func `a log that cannot be made is reported, and the loop runs on`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/no/x.playhead")
    let (failures, signal) = AsyncStream.makeStream(of: LogError.self)
    var options = RecordingOptions()
    options.onFailure = { signal.yield($0) }
    let recorder = LoopRecorder<Model, Event, Effect>(to: url, app: "counter", options: options)
    recorder.willUpdate(model: Model(), event: .down)
    recorder.didUpdate(model: Model(), event: .down, next: update(Model(), .down))
    #expect(throws: LogError.self) { try recorder.stop() }
    signal.finish()
    _ = failures
  }

  @Test func `after a stop no event begins another log`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = LoopRecorder<Model, Event, Effect>(to: url, app: "counter")
    for _ in 1...2 {
      recorder.willUpdate(model: Model(), event: .up(by: 1))
      recorder.didUpdate(
        model: Model(), event: .up(by: 1), next: update(Model(), .up(by: 1)))
      try recorder.stop()
    }
    #expect(try ActionLog(url).lastStep == 1)
  }
}
