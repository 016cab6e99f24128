import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

/// An app whose store gets another number at each replay.
struct Moody: ReplayableApp {
  static let appName = "moody"

  struct Ask: Action {
    static let actionName = "Ask"
  }

  let dispatcher: Dispatcher
  let mood = Store("mood", UInt64(0))

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    mood.on(Ask.self) { mood, _, _ in mood = .random(in: 1 ... .max) }
    try dispatcher.register(mood)
  }

  /// Records a session of one action.
  static func record(to path: String) throws {
    let app = try Moody(inputs: .seeded())
    let recorder = try app.dispatcher.record(to: path, app: appName, clock: ManualClock())
    app.dispatcher.dispatch(Ask())
    try recorder.close()
  }
}
