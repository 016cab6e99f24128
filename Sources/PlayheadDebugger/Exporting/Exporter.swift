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
  /// So many steps are asked for at once.
  private static let batch: UInt64 = 2_000

  let inspector: Inspector
  /// The actions' steps.
  let steps: ClosedRange<Step>
  let overview: LogOverview
  /// The places whose numbers are drawn as curves.
  let counters: [StatePath]

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
    of inspector: Inspector, _ steps: ClosedRange<Step>?, counters: [StatePath]
  ) throws {
    (self.inspector, self.counters) = (inspector, counters)
    overview = try inspector.ask(OverviewRequest())
    let all = overview.initialStep.next...max(overview.initialStep.next, overview.lastStep)
    self.steps = (steps ?? all).clamped(to: all)
  }

  /// Gives actions, notes and gaps to `body`.
  func forEachAction(_ body: (ActionsRequest.Part) throws -> Void) throws {
    _ = try inspector.ask(ActionsRequest(in: steps), body)
  }

  /// Gives all to `body`: the actions with what they led to, as `form` has it.
  func forEachItem(as form: ChangesRequest.Form, _ body: (Item) throws -> Void) throws {
    var hasStates = inspector.hasStores
    var start = steps.lowerBound
    while start <= steps.upperBound {
      let end = Step(min(start.number + Self.batch - 1, steps.upperBound.number))
      var states: [Step: ChangesRequest.Part] = [:]
      if hasStates { hasStates = try collectStates(of: start...end, form, into: &states) }
      if case .state(let step, let json)? = states[start.previous ?? .initial] {
        try body(.state(step, json: json))
      }
      _ = try inspector.ask(ActionsRequest(in: start...end)) { part in
        switch part {
        case .action(let action, _):
          try body(.action(action, result: states[action.step]?.json))
        case .note(let note): try body(.note(note))
        case .gap(let gap):
          try body(.gap(gap))
          // No action led to the state behind it.
          if case .state(let step, let json)? = states[gap.steps.upperBound] {
            try body(.state(step, json: json))
          }
        }
      }
      start = end.next
    }
  }

  /// Whether there will be more: not behind a trap.
  private func collectStates(
    of steps: ClosedRange<Step>, _ form: ChangesRequest.Form,
    into states: inout [Step: ChangesRequest.Part]
  ) throws -> Bool {
    var found = states
    defer { states = found }
    let all = (steps.lowerBound.previous ?? .initial)...steps.upperBound
    do {
      _ = try inspector.ask(ChangesRequest(in: all, as: form)) { found[$0.step] = $0 }
      return true
    } catch ReplayError.traps {
      return false
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
