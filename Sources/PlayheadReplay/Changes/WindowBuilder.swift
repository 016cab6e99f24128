import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// Follows the states of a log from step to step, and notes in each window which parts were written.
struct WindowBuilder {
  /// The most steps of a window.
  private static let windowSteps: UInt64 = 16_384
  /// A window that ends where a state cannot be encoded would hide what changed before. It goes on, for the time of at
  /// most this many windows.
  private static let longestWait = 16

  private let replay: Replay
  private(set) var index: WindowIndex
  /// Nil if there can be no file.
  private(set) var archive: StateArchiveWriter?
  private let keepsStates: Bool
  private var recorders: [TouchRecorder] = []
  /// The replay time at the start of the window.
  private var begin = Duration.zero
  /// The last step noted.
  private var last = Step.initial
  /// The stores that changed since states were kept.
  private var changedStores: Set<Int> = []

  /// Completes `index`, and keeps states in `archive`, if there is one.
  init(_ replay: Replay, _ index: WindowIndex, _ archive: StateArchiveWriter?) {
    (self.replay, self.index, self.archive) = (replay, index, archive)
    // States of a salvaging replay may lack skipped actions.
    keepsStates = replay.timeline.decoding != .salvage
  }

  /// Adds what the index lacks, up to the end of the log or to an action that cannot be passed, and returns why it
  /// ends there. Throw from `onStep` to stop; the steps until then stay in the index.
  mutating func run(_ onStep: (Step) throws -> Void) throws -> ReplayError? {
    // After an error the states may be those of half an action, so they are not kept.
    defer { endWindow(at: last, keepsStates: false) }
    do {
      try addSteps(onStep)
      return nil
    } catch let error as ReplayError where error.isImpassable {
      return error
    }
  }

  private mutating func addSteps(_ onStep: (Step) throws -> Void) throws {
    guard let start = index.lastStep ?? replay.reachableSteps.first?.lowerBound else { return }
    try replay.go(to: start)
    if index.bounds.isEmpty { index.begin(at: start) }
    beginWindow()
    while let end = replay.reachableSteps.last?.upperBound, replay.position < end {
      try replay.walk(to: end) { step, changed, _ in
        last = step
        for store in changed ?? Array(recorders.indices) {
          note(replay.player.state(at: store), of: store, step)
        }
        if isWindowFull(at: step) { endWindow(at: step, keepsStates: keepsStates) }
        try onStep(step)
      }
    }
  }

  // MARK: Steps

  private mutating func note(_ state: any Encodable, of store: Int, _ step: Step) {
    do {
      try recorders[store].note(state)
    } catch {
      index.unshown.include(replay.stores[store], at: step, because: refusal(error))
    }
  }

  // MARK: Windows

  private mutating func beginWindow() {
    recorders = replay.player.states.map { TouchRecorder($0) }
    (begin, last) = (replay.replayTime, replay.position)
  }

  private func isWindowFull(at step: Step) -> Bool {
    let spacing = replay.policy.spacing
    let taken = replay.replayTime - begin
    let steps = step.number - (index.lastStep ?? step).number
    guard taken >= spacing || steps >= Self.windowSteps else { return false }
    return !recorders.contains(where: \.isRefused) || taken >= spacing * Self.longestWait
  }

  private mutating func endWindow(at step: Step, keepsStates: Bool) {
    guard !recorders.isEmpty, let start = index.lastStep, step > start else { return }
    let states = replay.player.states
    var written: [[String]] = []
    for (store, state) in states.enumerated() {
      // A handler may have written a state that it says it left alone.
      if !recorders[store].isTouched { note(state, of: store, step) }
      guard recorders[store].isTouched else { continue }
      written += recorders[store].touched.map { [replay.stores[store]] + $0 }
      recorders[store] = TouchRecorder(state)
      changedStores.insert(store)
    }
    index.add(upTo: step, written)
    index.mismatch = index.mismatch ?? replay.stateMismatch
    if keepsStates { keep(states, at: step) }
    begin = replay.replayTime
  }

  /// Keeps the states of a step if it is time.
  private mutating func keep(_ states: [any Codable & Sendable], at step: Step) {
    let (log, time) = (replay.log, replay.replayTime)
    let part = Double(step.number) / Double(max(1, log.lastStep.number))
    let spacing = replay.policy.spacing
    guard archive?.isDue(time, spacing, part: part, of: log.recording.source.size) == true else {
      return
    }
    // A state that cannot be encoded is not kept. A later one is.
    let isKept = try? archive?.add(states, at: step, after: time) { changedStores.contains($0) }
    if isKept == true { changedStores = [] }
  }
}

extension ReplayError {
  /// Whether the replay cannot get past an action.
  fileprivate var isImpassable: Bool {
    switch self {
    case .traps, .undecodableState: true
    default: isIncompatibility
    }
  }
}
