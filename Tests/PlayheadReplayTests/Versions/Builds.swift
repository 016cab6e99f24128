import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

/// A log of one build, and another build that reads it.
struct Builds {
  let log: LogReader
  private let make: () throws -> Dispatcher
  private let upgrades: [Upgrade]

  /// The old build's stores take the actions of `run`; the new one has other stores, and upgrades.
  init(
    old: @escaping () -> [any AnyStore], new: @escaping () -> [any AnyStore],
    upgrades: [Upgrade] = [], options: RecordingOptions = RecordingOptions(),
    run: (Dispatcher, Recording) throws -> Void
  ) throws {
    log = try Session(making(old), options, run: run).log
    make = making(new)
    self.upgrades = upgrades
  }

  /// Old actions, and a new type, of which either build's only store counts them.
  init<Old: Action, New: Action>(
    _ actions: [Old], as new: New.Type, upgrades: [Upgrade] = []
  ) throws {
    try self.init(
      old: { [Store("seen", 0).on(Old.self) { seen, _ in seen += 1 }] },
      new: { [Store("seen", 0).on(New.self) { seen, _ in seen += 1 }] }, upgrades: upgrades
    ) { dispatcher, _ in
      for action in actions { dispatcher.dispatch(action) }
    }
  }

  func player() throws -> DispatcherPlayer { try DispatcherPlayer(make(), upgrades: upgrades) }

  func compatibility() throws -> Compatibility { try Compatibility(log, with: player()) }

  func replay(_ decoding: DecodingPolicy = .usual) throws -> Replay {
    try Replay(log, with: player(), decoding: decoding)
  }

  func divergence(_ decoding: DecodingPolicy = .usual) throws -> Divergence? {
    try DeterminismCheck(log, decoding: decoding) { try player() }.run()
  }

  /// What `check` says is different, line by line.
  func sentences() throws -> [String] { try compatibility().changes.map(\.description) }

  /// The value at `path` after each step.
  func values(at path: String, _ decoding: DecodingPolicy = .usual) throws -> [Value?] {
    let replay = try replay(decoding)
    return try (0...log.lastStep.number).map {
      try replay.state(at: Step($0)).value(at: StatePath(path))
    }
  }
}

extension Builds {
  /// A state that was `old` at the beginning, and a type that has to take it.
  static func states<Old: Codable & Sendable, New: Codable & Sendable>(
    _ old: Old, as new: New, upgrades: [Upgrade] = []
  ) throws -> Builds {
    try Builds(
      old: { [Store("cart", old)] }, new: { [Store("cart", new)] }, upgrades: upgrades
    ) { _, _ in }
  }
}
