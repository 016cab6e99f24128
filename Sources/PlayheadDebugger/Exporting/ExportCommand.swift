import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct ExportCommand: Command {
  let apps: Apps
  private static let exporters: [any Exporter] = [
    NDJSONExporter(), SQLiteExporter(), ReduxDevToolsExporter(), PerfettoExporter(),
  ]

  init(apps: Apps) { self.apps = apps }

  let name = "export"
  let summary = "Writes a session in a format that other tools read."
  let details = [
    "'ndjson' has a JSON object on each line, for jq, pandas and scripts. 'sqlite' is a database with the actions, the "
      + "changes, some states, notes and gaps. 'redux-devtools' is what the Import button of Redux DevTools reads. 'perfetto' "
      + "is a trace for ui.perfetto.dev, with a track for each store.",
    "Without the app's stores the file has no states and no changes. Confidential values are tokens, as in the log.",
  ]

  let log = LogParameters.log
  let range = LogParameters.range
  let format = Parameter.requiredOption(
    "as", value: "FORMAT", .name(of: "format", among: exporters.map(\.format)),
    "One of ndjson, sqlite, redux-devtools and perfetto.")
  let output = Parameter.option(
    "output", "-o", value: "OUT", .path,
    "The file to write; it must not exist yet. The default is the log's name with the format's ending."
  )
  let counter = Parameter.options(
    "counter", value: "PATH", .place,
    "With 'perfetto': draw the number at this path as a curve; can be repeated.")
  let reading = ReadingParameters.declarations

  let examples = [
    Example(
      "export s.playhead --as sqlite -o s.sqlite", "then 'sqlite3 s.sqlite \"SELECT * FROM types\"'"
    ),
    Example("export s.playhead --as perfetto --counter cart.total", "a trace with a curve"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let name = arguments[format]
    guard let exporter = Self.exporters.first(where: { $0.format == name }) else {
      return .unusable
    }
    let counters = arguments[counter]
    if !counters.isEmpty, !exporter.drawsCounters {
      throw UsageError.Fact.conflict("--counter", "--as \(exporter.format)")
    }
    let context = try CommandContext(arguments, apps, console)
    if !counters.isEmpty, apps.recorder(of: context.recording) == nil {
      throw apps.unknownApp(of: context.recording)
    }
    let steps = try arguments[LogParameters.range].map {
      try context.recording.actions(in: $0.resolveForwards(in: context.recording.scope))
    }
    var code = ExitCode.good
    let (_, path, size) = try context.writing(
      "an export", exporter.fileExtension, to: arguments[output]
    ) { file in
      try context.inspecting(withStores: context.hasStores(orWarnFor: "file")) { inspector in
        let session = try ExportedSession(of: inspector, steps, counters: counters) {
          code = .badAnswer
          try console.printError("warning: \($0)")
        }
        if let note = exporter.note(about: session) { try console.printError(StyledText(note)) }
        try exporter.write(session, to: file)
      }
    }
    try console.show(ExportAnswer(file: path, format: exporter.format)) {
      try console.print("'\(context.recording.name)' in '\(path)': \(Format.bytes(size))")
    }
    return context.exitCode.worse(code)
  }
}

private struct ExportAnswer: Encodable {
  let file: String
  let format: String
}

/// Writes a session in the format of another tool.
protocol Exporter: Sendable {
  /// The format's name for `--as`.
  var format: String { get }
  /// The extension of the file's name.
  var fileExtension: String { get }
  /// Whether it draws curves of numbers.
  var drawsCounters: Bool { get }

  /// What to know before the session is written; nil for nothing.
  func note(about session: ExportedSession) -> String?

  /// Writes `session` to `file`. Needs memory for a few thousand actions, for sessions of any length.
  func write(_ session: ExportedSession, to file: OutputFile) throws
}

extension Exporter {
  var drawsCounters: Bool { false }

  func note(about session: ExportedSession) -> String? { nil }
}

struct ExportedSession {
  /// The most steps per request. A request begins with a whole state, and its actions are in memory: fewer of large ones.
  private var batchLength: UInt64 {
    let bytes = UInt64(max(overview.bytes, 1))
    return min(2_000, max(1, (16 << 20) * UInt64(max(overview.actions, 1)) / bytes))
  }

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
    /// A part of the log. An action has its changes or its state as JSON; `nil` if unknown.
    case listed(ActionsRequest.Part, result: String?)
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
    let all = overview.firstStep...max(overview.firstStep, overview.lastStep)
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
    let isFirst = part.lowerBound == overview.firstStep
    let start = isFirst ? inspector.log.initialStep : part.lowerBound
    _ = try inspector.ask(ActionsRequest(in: start...part.upperBound), body)
  }

  /// Calls `body` for all items, in order. `form` decides whether actions have changes or states.
  func forEachItem(as form: ChangesRequest.Form, _ body: (Item) throws -> Void) throws {
    var crashes: Set<KnownCrash> = []
    var unshown: [UnshownState] = []
    var (mismatch, isMismatchGiven): (StateMismatch?, Bool) = (nil, false)
    let report = inspector.onEvent
    defer { inspector.onEvent = report }
    var start = steps.lowerBound
    while start <= steps.upperBound {
      let end = end(ofBatchFrom: start)
      let isFirst = start == steps.lowerBound
      inspector.onEvent = { event in
        if case .warning(.otherStates(let found)) = event { mismatch = mismatch ?? found }
        // Of the work on a batch, only the way to the first state is shown.
        if case .progress(let progress) = event, !isFirst || progress.work != .replaying { return }
        try report(event)
      }
      var waiting: ArraySlice<ActionsRequest.Part> = []
      try forEachAction(in: start...end) { waiting.append($0) }
      // Gives the parts before the action of `next`, or before the first one after it. The last action has the result.
      func giveListed(before next: Step, _ result: String? = nil) throws {
        while let part = waiting.first, part.action.map({ $0.step < next }) ?? true {
          waiting.removeFirst()
          try body(.listed(part, result: part.action?.step.next == next ? result : nil))
        }
      }
      func give(_ part: ChangesRequest.Part) throws {
        switch part {
        case .changes(let step, let json): try giveListed(before: step.next, json)
        case .state(let step, let json) where step < start: try body(.state(step, json: json))
        case .state(let step, let json):
          try giveListed(before: step)
          // No action leads to a state after a gap. The changes up to the first state after a trap are unknown.
          let isResult = form == .states && waiting.first?.action?.step == step
          try giveListed(before: step.next, isResult ? json : nil)
          if !isResult { try body(.state(step, json: json)) }
        case .trap(let crash, let type):
          guard crashes.insert(crash).inserted else { return }
          try warn("\(ReplayError.traps(crash, type))")
          try giveListed(before: crash.step)
          try body(.trap(crash, type))
        case .unshown(let state):
          unshown.include(state)
          guard state.steps.lowerBound >= start else { return }
          try giveListed(before: state.steps.lowerBound.next)
          try body(.unshown(state))
        case .view, .picture, .largePicture: break
        }
      }
      if inspector.hasStores {
        let states = (start.previous ?? .initial)...end
        _ = try inspector.ask(ChangesRequest(in: states, as: form), give)
      }
      if let mismatch, !isMismatchGiven { try body(.otherStates(mismatch)) }
      isMismatchGiven = mismatch != nil
      try giveListed(before: end.next)
      let done = end.number - steps.lowerBound.number + 1
      let work = inspector.hasStores ? InspectorProgress.Work.comparing : .searching
      try report(
        .progress(InspectorProgress(work: work, done: done, total: UInt64(steps.count))))
      start = end.next
    }
    for state in unshown { try warn("\(state)") }
  }

  /// The last step of a batch, or the end of the gap that this one is in. A gap may be of any length.
  private func end(ofBatchFrom start: Step) -> Step {
    let end = min(Step(start.number + batchLength - 1), steps.upperBound)
    let recorded = inspector.log.steps
    guard recorded.run(holding: end) == nil else { return end }
    let next = recorded.first { $0.lowerBound > end }
    return min(next?.lowerBound.previous ?? steps.upperBound, steps.upperBound)
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
