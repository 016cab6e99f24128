import PlayheadFiles
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
  /// The first bytes of each file of this format. They identify the partial file of a killed run.
  var beginning: String { get }

  /// Writes `session` to `file`. Needs memory for a few thousand actions, for sessions of any length.
  func write(_ session: ExportedSession, to file: OutputFile) throws
}

/// A session to export.
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
  }

  init(
    of inspector: Inspector, _ steps: ClosedRange<Step>?, counters: [StatePath],
    warn: @escaping (String) throws -> Void
  ) throws {
    (self.inspector, self.counters, self.warn) = (inspector, counters, warn)
    overview = try inspector.ask(OverviewRequest())
    let all = overview.initialStep.next...max(overview.initialStep.next, overview.lastStep)
    self.steps = (steps ?? all).clamped(to: all)
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
    var trap: KnownTrap?
    while start <= steps.upperBound {
      let end = Step(min(start.number + count - 1, steps.upperBound.number))
      var states: [Step: ChangesRequest.Part] = [:]
      if inspector.hasStores { try collectStates(of: start...end, form, into: &states, &trap) }
      let bytes = states.values.reduce(1) { $0 + UInt64($1.json?.utf8.count ?? 0) }
      count = max(min(Self.mostBytes * count / bytes, 8 * count, Self.mostSteps), 1)
      if case .state(let step, let json)? = states[start.previous ?? .initial] {
        try body(.state(step, json: json))
      }
      try forEachAction(in: start...end) { part in
        switch part {
        case .action(let action, _, _):
          try body(.action(action, result: states[action.step]?.json))
        case .note(let note): try body(.note(note))
        case .gap(let gap):
          // An earlier request has already returned a gap that begins before this one.
          if gap.steps.lowerBound >= start || start == steps.lowerBound { try body(.gap(gap)) }
          // The state after the gap has no action.
          if case .state(let step, let json)? = states[gap.steps.upperBound] {
            try body(.state(step, json: json))
          }
        }
      }
      start = end.next
    }
  }

  /// Collects states or changes. Warns once per trap.
  private func collectStates(
    of steps: ClosedRange<Step>, _ form: ChangesRequest.Form,
    into states: inout [Step: ChangesRequest.Part], _ lastTrap: inout KnownTrap?
  ) throws {
    let all = (steps.lowerBound.previous ?? .initial)...steps.upperBound
    _ = try inspector.ask(ChangesRequest(in: all, as: form)) { part in
      switch part {
      case .state(let step, _), .changes(let step, _): states[step] = part
      case .view: break
      case .trap(let trap, let type):
        guard trap != lastTrap else { return }
        lastTrap = trap
        try warn("\(ReplayError.traps(trap, type))")
      }
    }
  }
}

extension ChangesRequest.Part {
  fileprivate var json: String? {
    switch self {
    case .state(_, let json), .changes(_, let json): json
    case .view, .trap: nil
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
