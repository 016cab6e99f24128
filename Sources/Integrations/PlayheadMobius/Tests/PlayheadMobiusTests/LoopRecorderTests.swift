import Foundation
import MobiusCore
import PlayheadLog
import PlayheadMobius
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

    #expect(recorder.error == nil)
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
}
