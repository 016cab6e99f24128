import Foundation
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

/// What a dispatcher was recorded to, with the states as they were live.
final class Session {
  let log: LogReader
  /// The states of all stores after each step, by step.
  let live: [UInt64: Value]
  private let bytes: [UInt8]
  private let make: () throws -> Dispatcher

  /// Records what `run` does with what `make` makes.
  init(
    _ make: @escaping () throws -> Dispatcher, _ options: RecordingOptions = RecordingOptions(),
    clock: any RecorderClock = ManualClock(), run: (Dispatcher, Recording) throws -> Void
  ) throws {
    self.make = make
    let url = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path(percentEncoded: false)
    let dispatcher = try make()
    let observer = StoresObserver()
    let recorder = try dispatcher.record(
      to: path, app: "session", clock: clock, options: options)
    dispatcher.attach(observer)
    try run(dispatcher, recorder)
    try recorder.close()
    let stores = dispatcher.stores.map(\.name)
    live = observer.states.mapValues { states in
      Value.record(stores.compactMap { name in states[name].map { Value.Field(name, $0) } })
    }
    bytes = [UInt8](try Data(contentsOf: url))
    log = try LogReader(bytes: bytes, name: "session")
  }

  /// The same with a log of its own, for another thread.
  init(_ session: Session) throws {
    (live, bytes, make) = (session.live, session.bytes, session.make)
    log = try LogReader(bytes: bytes, name: "session")
  }

  func player() throws -> DispatcherPlayer { try DispatcherPlayer(make()) }

  func replay() throws -> Replay { try Replay(log, with: player()) }

  func check(comparisons: Int = 1) throws -> Divergence? {
    var check = DeterminismCheck(log) { try self.player() }
    check.comparisons = comparisons
    return try check.run()
  }
}

/// A dispatcher with these stores, made afresh by `stores` each time.
func making(
  inputs: SystemInputs = .seeded(3, tick: 0.25), middleware: [any Middleware] = [],
  _ stores: @escaping () -> [any AnyStore]
) -> () throws -> Dispatcher {
  {
    let dispatcher = Dispatcher(inputs: inputs, middleware: middleware)
    for store in stores() { try dispatcher.register(store) }
    return dispatcher
  }
}

/// What a test did not expect.
struct Unexpected: Error {
  let what: String
  init(_ what: Any) { self.what = "\(what)" }
}

/// SplitMix64, as the runtime has it.
typealias Seeded = PlayheadFlux.SplitMix64
