import Foundation
import MobiusCore
import PlayheadDebugger
import PlayheadMobius
import PlayheadReplay

// 'loop record LOG' records a session, and prints the app's own model after each event. Everything else is 'playhead'
// for the app. With LOOP_STRIDES it is a build that a tester would send back.

enum CounterEvent: Codable {
  case increment, decrement
  case add(Int)
}

enum CounterEffect { case playErrorSound }

func update(_ counter: Int, _ event: CounterEvent) -> Next<Int, CounterEffect> {
  let stride = ProcessInfo.processInfo.environment["LOOP_STRIDES"] == nil ? 1 : 2
  switch event {
  case .increment: return .next(counter + stride)
  case .decrement where counter == 0: return .dispatchEffects([.playErrorSound])
  case .decrement: return .next(counter - 1)
  case .add(let count): return .next(counter + count)
  }
}

let entry = AppEntry.reducer("counter", initial: 0, action: CounterEvent.self) { counter, event in
  counter = update(counter, event).model ?? counter
}

/// The sound leads to an event of its own.
func effects(sound: @escaping () -> Void) -> AnyConnectable<CounterEffect, CounterEvent> {
  AnyConnectable { dispatch in
    Connection(
      acceptClosure: { _ in
        sound()
        dispatch(.add(10))
      }, disposeClosure: {})
  }
}

func record(to path: String) throws {
  let recorder = LoopRecorder<Int, CounterEvent, CounterEffect>(
    to: URL(filePath: path), app: "counter")
  let loop = Mobius.loop(update: Update(update), effectHandler: effects { print("beep") })
    .withLogger(recorder).start(from: 0)
  for event in [
    CounterEvent.increment, .increment, .decrement, .add(5), .add(-6), .decrement, .increment,
  ] {
    loop.dispatchEvent(event)
    print(loop.latestModel)
  }
  loop.dispose()
  try recorder.stop()
}

if CommandLine.arguments.dropFirst().first == "record", CommandLine.arguments.count == 3 {
  try record(to: CommandLine.arguments[2])
} else {
  PlayheadCommand.main(apps: [entry])
}
