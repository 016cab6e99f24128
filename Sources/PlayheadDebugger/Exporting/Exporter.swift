import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Writes a session in the format of another tool.
protocol Exporter: Sendable {
  /// What `--as` calls the format.
  var format: String { get }
  /// What the file's name ends in.
  var fileExtension: String { get }
  /// The first bytes of every such file, by which what a killed run left is told from other files.
  var beginning: String { get }

  /// Writes all of `session` into `file`. Takes memory for a few thousand actions, however many there are.
  func write(_ session: ExportedSession, to file: OutputFile) throws
}

/// A session on its way into a file.
struct ExportedSession {
  /// At most so many steps, and about so many bytes of states, are asked for at once.
  private static let (mostSteps, mostBytes) = (UInt64(2_000), UInt64(16 << 20))

  let inspector: Inspector
  /// The actions' steps.
  let steps: ClosedRange<Step>
  let overview: LogOverview
  /// The places whose numbers are drawn as curves.
  let counters: [StatePath]
  /// Says what the file lacks.
  let warn: (String) throws -> Void

  /// What a session consists of, in order.
  enum Item {
    /// The state with which a run of actions begins.
    case state(Step, json: String)
    /// An action, and what it led to; nil if that is not known.
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

  /// Gives actions, notes and gaps to `body`; of the whole session also notes that come before its first action.
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

  /// Gives all to `body`: the actions with what they led to, as `form` has it.
  func forEachItem(as form: ChangesRequest.Form, _ body: (Item) throws -> Void) throws {
    var start = steps.lowerBound
    var count: UInt64 = 64
    var trap: String?
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
          // One that began earlier was given with what was there then.
          if gap.steps.lowerBound >= start || start == steps.lowerBound { try body(.gap(gap)) }
          // No action led to the state behind it.
          if case .state(let step, let json)? = states[gap.steps.upperBound] {
            try body(.state(step, json: json))
          }
        }
      }
      start = end.next
    }
  }

  /// There are none behind a trap, up to a later state in the log. A trap is told once.
  private func collectStates(
    of steps: ClosedRange<Step>, _ form: ChangesRequest.Form,
    into states: inout [Step: ChangesRequest.Part], _ told: inout String?
  ) throws {
    var found = states
    defer { states = found }
    let all = (steps.lowerBound.previous ?? .initial)...steps.upperBound
    do {
      _ = try inspector.ask(ChangesRequest(in: all, as: form)) { found[$0.step] = $0 }
    } catch let error as ReplayError {
      guard case .traps = error else { throw error }
      guard told != "\(error)" else { return }
      told = "\(error)"
      try warn("\(error)")
    }
  }
}

extension ChangesRequest.Part {
  fileprivate var step: Step {
    switch self {
    case .state(let step, _), .changes(let step, _), .view(let step, _): step
    }
  }

  fileprivate var json: String? {
    switch self {
    case .state(_, let json), .changes(_, let json): json
    case .view: nil
    }
  }
}

/// Text that is written into a file a piece at a time.
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
