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
  func showPlace(
    edge: String? = nil, stops: [StopReason] = [], withChanges: Bool = false
  ) throws {
    func changes() throws -> DiffRequest.Difference? {
      guard withChanges, missingStores == nil, position > log.initialStep else { return nil }
      return try difference()
    }
    guard console.form == .text else {
      var place = try placeAnswer(edge: edge, stops: stops)
      place.changes = try changes().map { try JSON($0) }
      return try console.show(place) {}
    }
    try showPlaceLines(edge, stops)
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
    } catch let error as ReadingError where error.isLoss {
      return nil
    } catch let error as ReplayError where error.isLoss {
      return nil
    } catch let error as RemoteError where error.isLoss {
      return nil
    } catch CommandFailure.incompatible, InspectorError.isFirst {
      return nil
    }
  }

  private func showPlaceLines(_ edge: String?, _ stops: [StopReason]) throws {
    for stop in stops { try console.print(StyledText("\(stop.point)", .yellow)) }
    try console.printEntry(placeLine())
    for change in stops.compactMap(\.change) {
      try show(
        ChangeText(from: change.old, to: change.new, at: change.path, unshown: change.unshown))
    }
    if let edge { try say("\(edge) of the \(openBranch == nil ? "recording" : "branch")", .dim) }
    try warnOfDamage()
  }

  /// Shows the current place, and the change of a value there.
  func show(_ seen: ValueChange) throws {
    try console.show(placeAnswer(change: seen)) {
      try showPlace()
      try show(seen.text)
      if seen.isOfNewStore {
        try say("  not by the action: the app added the store right after it", .dim)
      } else if try seen.type == nil && currentAction() != nil {
        try say("  any step since the last known state may have made this change", .dim)
      }
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
    } catch ReadingError.inGap, ReadingError.lost, ReadingError.damaged {
      return nil
    }
  }

  /// The current place, with the values of `display`.
  func placeAnswer(
    edge: String? = nil, stops: [StopReason] = [], change: ValueChange? = nil
  ) throws -> PlaceAnswer {
    PlaceAnswer(
      step: position, action: try currentAction(), branch: openBranch.map { _ in true }, edge: edge,
      stops: stops.isEmpty ? nil : stops, change: change,
      display: displays.isEmpty ? nil : try displayed(displays))
  }
}

/// The current place of a session.
struct PlaceAnswer: Encodable {
  let step: Step
  let action: ActionRecord?
  /// True in a branch.
  @IfPresent var branch: Bool? = nil
  @IfPresent var edge: String? = nil
  @IfPresent var stops: [StopReason]? = nil
  @IfPresent var change: ValueChange? = nil
  @IfPresent var display: [DisplayedValue]? = nil
  /// A JSON Patch; `null` if 'reload' found no state to compare.
  @IfPresent var changes: JSON? = nil
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

extension DebugSession {
  /// Prints the first lines of a session: the log, how it ended, and the current place.
  func greet() throws {
    let closed =
      recording.endsWithinAction
      ? "it ends within step \(recording.lastStep)" : "it was closed properly"
    try say("\(recording.title)")
    if let warning = recording.lossWarning { try say("warning: \(warning)", .yellow) }
    inspector.reportedDamageCount = recording.damagesFound.count
    try say("\(recording.endingWarning ?? closed)")
    if let missingStores { try say("\(missingStores)", .yellow) }
    try say("\(placeSentence)")
    try console.print("")
    try console.printEntry(placeLine())
  }

  private var placeSentence: String {
    let (first, last) = (recording.initialStep, recording.lastStep)
    let help = "'help' lists the commands"
    guard last > first else { return "it has no actions\(recording.missingText()); \(help)" }
    guard position == last else { return "this is step \(position) of \(last); \(help)" }
    return "this is the end; 'goto \(first)' goes to the start, \(help)"
  }
}

extension LogReader {
  /// The log's name, its app, its length, and when it was recorded.
  fileprivate var title: String {
    let app = appName.map { "\($0), " } ?? ""
    let all = lastStep.number - initialStep.number
    let missing = all - min(all, UInt64(actionCount))
    let gaps = missing > 0 ? " and \(Format.count(missing)) missing" : ""
    let time = duration(until: nil).flatMap { $0 > 0 ? $0 : nil }
    let length = time.map { " in \(Format.duration(nanoseconds: $0))" } ?? ""
    // In seconds, so that the line fits. 'when' shows the exact time.
    let start = header.start.wall / 1_000_000_000 * 1_000_000_000
    let started = hasHeader ? ", recorded \(Format.wallTime(nanoseconds: start))" : ""
    return "\(name): \(app)\(Format.count(actionCount, "action"))\(gaps)\(length)\(started)"
  }
}
