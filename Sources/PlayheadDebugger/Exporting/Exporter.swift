import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Writes a session in the format of another tool.
protocol Exporter: Sendable {
  /// The format's name for `--as`.
  var format: String { get }
  /// The extension of the file's name.
  var fileExtension: String { get }
  /// Whether it draws curves of numbers.
  var drawsCounters: Bool { get }

  /// Writes `session` to `file`. Needs memory for a few thousand actions, for sessions of any length.
  func write(_ session: ExportedSession, to file: OutputFile) throws
}

extension Exporter {
  var drawsCounters: Bool { false }
}

struct ExportedSession {
  /// The most steps, and the approximate bytes of states, per request.
  private static let (mostSteps, mostBytes) = (UInt64(2_000), UInt64(16 << 20))

  let inspector: Inspector
  /// The steps of the actions to export.
  let steps: ClosedRange<Step>
  let overview: LogOverview
  /// The paths of the numbers to draw as curves.
  let counters: [StatePath]
  /// Prints a warning about missing parts.
  let warn: (String) throws -> Void

  /// A part of a session.
  enum Item {
    /// The state before a run of actions.
    case state(Step, json: String)
    /// An action, and its changes or its state as JSON; `nil` if unknown.
    case action(ActionRecord, result: String?)
    case note(NoteRecord)
    case gap(GapRecord)
    case resumption(ResumptionRecord)
    /// A trap, and the type of its action: the steps from there to the next state are unknown.
    case trap(KnownCrash, ActionType?)
    /// A state that cannot be shown.
    case unshown(UnshownState)
    /// A state that is not the recorded one. Comes once.
    case otherStates(StateMismatch)
  }

  init(
    of inspector: Inspector, _ steps: ClosedRange<Step>?, counters: [StatePath],
    warn: @escaping (String) throws -> Void
  ) throws {
    (self.inspector, self.counters, self.warn) = (inspector, counters, warn)
    // So that the overview counts no lost actions.
    try inspector.log.findDamage()
    overview = try inspector.ask(OverviewRequest())
    let all = overview.initialStep.next...max(overview.initialStep.next, overview.lastStep)
    self.steps = (steps ?? all).clamped(to: all)
  }

  /// When the state of `step` came to be: the time of its action, or of the action that it is the start of.
  func time(ofState step: Step) -> Int64 {
    (try? inspector.action(at: step).offset) ?? (try? inspector.action(at: step.next).offset) ?? 0
  }

  /// Calls `body` for actions, notes and gaps. For the whole session, includes notes before the first action.
  func forEachAction(_ body: (ActionsRequest.Part) throws -> Void) throws {
    try forEachAction(in: steps, body)
  }

  private func forEachAction(
    in part: ClosedRange<Step>, _ body: (ActionsRequest.Part) throws -> Void
  ) throws {
    let isFirst = part.lowerBound == overview.initialStep.next
    let start = isFirst ? overview.initialStep : part.lowerBound
    _ = try inspector.ask(ActionsRequest(in: start...part.upperBound), body)
  }

  /// Calls `body` for all items, in order. `form` decides whether actions have changes or states.
  func forEachItem(as form: ChangesRequest.Form, _ body: (Item) throws -> Void) throws {
    var start = steps.lowerBound
    var count: UInt64 = 64
    var knownCrashes: Set<KnownCrash> = []
    var unshown: [UnshownState] = []
    var mismatch: StateMismatch?
    let report = inspector.onEvent
    defer { inspector.onEvent = report }
    while start <= steps.upperBound {
      let end = end(ofBatchFrom: start, count)
      var batch = Batch(steps: start...end, form: form)
      inspector.onEvent = { [self, start] in
        if case .warning(.otherStates(let found)) = $0 { mismatch = found }
        if let event = event($0, ofBatchFrom: start) { try report(event) }
      }
      let isKnown = mismatch != nil
      if inspector.hasStores { try collectStates(of: &batch, &knownCrashes) }
      count = max(min(Self.mostBytes * count / batch.byteCount, 8 * count, Self.mostSteps), 1)
      if let mismatch, !isKnown { try body(.otherStates(mismatch)) }
      if case .state(let step, let json)? = batch.states[start.previous ?? .initial] {
        try body(.state(step, json: json))
      }
      try forEachAction(in: batch.steps) { try batch.forEachItem(of: $0, body) }
      for step in batch.unshown.keys.sorted() {
        if let state = batch.unshown[step] { unshown.include(state) }
      }
      start = end.next
    }
    for state in unshown { try warn("\(state)") }
  }

  /// The event with the progress of all steps, where it has that of a batch; nil if it has no other news.
  private func event(_ event: InspectorEvent, ofBatchFrom start: Step) -> InspectorEvent? {
    guard case .progress(var progress) = event else { return event }
    let done = start.number - steps.lowerBound.number
    guard progress.work == (inspector.hasStores ? .comparing : .searching) else {
      // The way to the first state.
      return done == 0 && progress.work == .replaying ? event : nil
    }
    (progress.done, progress.total) = (done + progress.done, UInt64(steps.count))
    return .progress(progress)
  }

  /// The last of `count` steps, or the end of the gap that this one is in. A gap may be of any length.
  private func end(ofBatchFrom start: Step, _ count: UInt64) -> Step {
    let end = min(Step(start.number + count - 1), steps.upperBound)
    let recorded = inspector.log.steps
    guard recorded.run(holding: end) == nil else { return end }
    let next = recorded.first { $0.lowerBound > end }
    return min(next?.lowerBound.previous ?? steps.upperBound, steps.upperBound)
  }

  /// Collects states or changes, and new traps, each with a warning.
  private func collectStates(of batch: inout Batch, _ knownCrashes: inout Set<KnownCrash>) throws {
    let all = (batch.steps.lowerBound.previous ?? .initial)...batch.steps.upperBound
    _ = try inspector.ask(ChangesRequest(in: all, as: batch.form)) { part in
      switch part {
      case .state(let step, _), .changes(let step, _): batch.states[step] = part
      case .trap(let trap, let type) where knownCrashes.insert(trap).inserted:
        batch.traps.append((trap, type))
        try warn("\(ReplayError.traps(trap, type))")
      case .unshown(let state): batch.unshown[state.steps.lowerBound] = state
      case .trap, .view: break
      }
    }
  }
}

/// What is known of the states of some steps.
private struct Batch {
  let steps: ClosedRange<Step>
  let form: ChangesRequest.Form
  var states: [Step: ChangesRequest.Part] = [:]
  var traps: [(trap: KnownCrash, type: ActionType?)] = []
  var unshown: [Step: UnshownState] = [:]

  /// The bytes of the states, at least 1.
  var byteCount: UInt64 { states.values.reduce(1) { $0 + UInt64($1.json?.utf8.count ?? 0) } }

  mutating func forEachItem(
    of part: ActionsRequest.Part, _ body: (ExportedSession.Item) throws -> Void
  ) throws {
    switch part {
    case .action(let action, _, _):
      // A trap comes before its action, or before the first action if an earlier one traps.
      while let (trap, type) = traps.first, trap.step <= action.step {
        try body(.trap(trap, type))
        traps.removeFirst()
      }
      guard form != .states, case .state(let step, let json)? = states[action.step] else {
        try body(.action(action, result: states[action.step]?.json))
        if let state = unshown[action.step] { try body(.unshown(state)) }
        return
      }
      // The first state after a trap: the changes that led to it are unknown.
      try body(.action(action, result: nil))
      try body(.state(step, json: json))
    case .note(let note): try body(.note(note))
    case .unshown(let state): try body(.unshown(state))
    case .resumption(let resumption): try body(.resumption(resumption))
    case .gap(let gap):
      try body(.gap(gap))
      // The state after the gap has no action.
      if case .state(let step, let json)? = states[gap.steps.upperBound] {
        try body(.state(step, json: json))
      }
    }
  }
}

extension ChangesRequest.Part {
  fileprivate var json: String? {
    switch self {
    case .state(_, let json), .changes(_, let json): json
    case .view, .trap, .unshown: nil
    }
  }
}

/// Writes text to a file in pieces.
struct TextFile {
  private let file: OutputFile
  private var text = ""

  init(_ file: OutputFile) { self.file = file }

  mutating func write(_ part: String) throws {
    text += part
    if text.utf8.count > 1 << 20 { try flush() }
  }

  mutating func flush() throws {
    try text.withUTF8 { try file.append(UnsafeRawBufferPointer($0)) }
    text = ""
  }
}
