import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// Shows the current place: the stops, the action, and whether it is an end of the log.
  ///
  /// If `withChanges`, also shows what the action changed, if there are stores. Values of `display` come
  /// last. Shows the place before it asks for states, because a store may trap.
  func showPlace(edge: Edge? = nil, stop: FoundStop? = nil, withChanges: Bool = false) throws {
    func changes() throws -> DiffRequest.Difference? {
      guard withChanges, missingStores == nil, position > log.initialStep else { return nil }
      return try difference()
    }
    guard console.form == .text else {
      let place = try placeJSON(edge: edge, stop: stop)
        .adding("changes", ifAny: changes()?.patch.asJSON)
      return try console.show(place) {}
    }
    try showPlaceLines(edge, stop)
    if let changes = try changes() {
      if changes.isEmpty {
        try say("  nothing changed", .dim)
      } else {
        try show(ChangeText(changes, at: StatePath()))
      }
    }
    for value in try displayed(displays) { try console.printEntry("  \(value.line)") }
  }

  /// What the current action changed; `nil` if a state is missing, or, after a sentence, if it cannot be shown.
  private func difference() throws -> DiffRequest.Difference? {
    do {
      return try ifKnown { try ask(DiffRequest(to: position)).difference }
    } catch let error as ReplayError {
      guard let unshown = error.unshown else { throw error }
      try say("\(unshown)", .yellow)
      return nil
    }
  }

  /// The result of `body`, which asks for a state; `nil` if the state is missing.
  func ifKnown<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as LogError where error.isLoss {
      return nil
    } catch let error as ReplayError where error.isLoss {
      return nil
    } catch let error as RemoteError where error.isLoss {
      return nil
    } catch CommandFailure.incompatible, InspectorError.isFirst {
      return nil
    }
  }

  private func showPlaceLines(_ edge: Edge?, _ stop: FoundStop?) throws {
    for reason in stop?.reasons ?? [] {
      try console.print(StyledText("\(reason.point)", .yellow))
    }
    try console.printEntry(placeLine())
    for change in stop?.reasons.compactMap(\.change) ?? [] {
      try show(
        ChangeText(from: change.old, to: change.new, at: change.path, unshown: change.unshown))
    }
    if let edge { try say("\(edge.sentence(inBranch: openBranch != nil))", .dim) }
    try warnOfDamage()
  }

  /// Shows the current place, and the change of a value there.
  func show(_ seen: ValueChange) throws {
    try console.show(placeJSON(change: seen)) {
      try showPlace()
      try show(seen.text)
    }
  }

  private func show(_ change: ChangeText) throws {
    for line in change.page { try console.printSentence("  \(line)") }
  }

  /// The line for the current action, or for a state without an action.
  func placeLine() throws -> StyledText {
    guard let action = try currentAction() else { return "\(try log.title(of: position))" }
    return try actionLine(upTo: lastStep).text(of: action, within: console.entryWidth)
  }

  /// The current action; `nil` at the log's start, after a gap, and if the action is lost.
  func currentAction() throws -> ActionRecord? {
    guard position > log.initialStep else { return nil }
    do {
      return try inspector.action(at: position)
    } catch LogError.inGap, LogError.lost, LogError.damaged {
      return nil
    }
  }

  /// The current place as JSON, with the values of `display`.
  func placeJSON(
    edge: Edge? = nil, stop: FoundStop? = nil, change: ValueChange? = nil
  ) throws -> JSON {
    let place: JSON = ["step": position, "action": try currentAction()?.json]
    return try place.adding("branch", ifAny: openBranch.map { _ in true })
      .adding("edge", ifAny: edge?.rawValue)
      .adding("stops", ifAny: stop?.reasons.map(\.json))
      .adding("change", ifAny: change?.json)
      .adding("display", ifAny: displays.isEmpty ? nil : displayed(displays).map(\.json).asJSON)
  }
}

/// A step to stop at, and the reasons.
struct FoundStop {
  /// A breakpoint, or a watchpoint with its value's change.
  struct Reason {
    let point: StopPoint
    var change: FixedPathChange?
  }

  let step: Step
  var reasons: [Reason]
}

extension FoundStop.Reason {
  var json: JSON {
    guard let change else { return point.json }
    return (point.json + ["old": change.old, "new": change.new])
      .adding("unshown", ifAny: change.unshown)
  }
}

extension DebugSession {
  /// The next or the previous stop; if there is none, what its conditions may have misspelled.
  func stop(
    backwards isBackwards: Bool
  ) throws -> (stop: FoundStop?, unresolvedNames: [InspectorError]) {
    let points = breakpoints.all
    let request = StopRequest(
      at: points.map { .init($0.number, $0.kind) }, from: position, backwards: isBackwards)
    let answer = try ask(request)
    let stop = answer.step.map { step in
      let reasons = answer.reasons.compactMap { reason in
        points.first { $0.number == reason.number }
          .map { FoundStop.Reason(point: $0, change: reason.change) }
      }
      for reason in reasons where reason.point.isTemporary {
        _ = breakpoints.remove(reason.point.number)
      }
      return FoundStop(step: step, reasons: reasons)
    }
    return (stop, answer.unresolvedNames)
  }
}

extension DebugSession {
  /// The current place: `#1042/20317 5% +83.2s>`, or `branch #1042/20316 5% +83.2s>`. Without the time if
  /// the step has no action.
  var prompt: String {
    let place = (openBranch == nil ? "" : "branch ") + "#\(position)/\(end)"
    return ([place] + [percent, time].compactMap(\.self)).joined(separator: " ") + ">"
  }

  /// The last step that has an action or, after a gap at the end, a state.
  private var end: Step { max(lastStep, position) }

  /// The part of the log before the current place, rounded down, so that only the end is `100%`.
  private var percent: String? {
    let length = end.number - log.initialStep.number
    guard length > 0 else { return nil }
    let (high, low) = (position.number - log.initialStep.number).multipliedFullWidth(by: 100)
    return "\(length.dividingFullWidth((high, low)).quotient)%"
  }

  private var time: String? {
    if position == .initial { return Format.shortOffset(nanoseconds: 0) }
    return (try? currentAction()).map { Format.shortOffset(nanoseconds: $0.offset) }
  }
}

/// The first lines of a session: the log, how it ended, and the current place.
struct Greeting {
  private let session: DebugSession
  private var log: LogReader { session.recording }

  init(_ session: DebugSession) {
    self.session = session
  }

  func print() throws {
    try session.say("\(title)")
    if let warning = log.lossWarning { try session.say("warning: \(warning)", .yellow) }
    session.inspector.reportedDamageCount = log.damagesFound.count
    try session.say("\(log.endingWarning ?? closed)")
    if let why = session.missingStores { try session.say("\(why)", .yellow) }
    try session.say("\(place)")
    try session.console.print("")
    try session.console.printEntry(session.placeLine())
  }

  private var closed: String {
    log.endsWithinAction ? "it ends within step \(log.lastStep)" : "it was closed properly"
  }

  private var title: String {
    let app = log.appName.map { "\($0), " } ?? ""
    let actions = Format.count(log.actionCount, "action")
    return "\(log.name): \(app)\(actions)\(missing)\(duration)\(started)"
  }

  private var duration: String {
    guard let time = log.duration(until: nil), time > 0 else { return "" }
    return " in \(Format.duration(nanoseconds: time))"
  }

  private var started: String {
    // In seconds, so that the line fits. 'when' shows the exact time.
    let start = log.header.start.wall / 1_000_000_000 * 1_000_000_000
    return log.hasHeader ? ", recorded \(Format.wallTime(nanoseconds: start))" : ""
  }

  private var missing: String {
    let all = log.lastStep.number - log.initialStep.number
    let missing = all - min(all, UInt64(log.actionCount))
    return missing > 0 ? " and \(Format.count(missing)) missing" : ""
  }

  private var place: String {
    let help = "'help' lists the commands"
    guard log.lastStep > log.initialStep else { return "it has no actions; \(help)" }
    guard session.position == log.lastStep else {
      return "this is step \(session.position) of \(log.lastStep); \(help)"
    }
    return "this is the end; 'goto \(log.initialStep)' goes to the start, \(help)"
  }
}
