import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// A step at which there is to be stopped, and why.
struct FoundStop {
  /// A breakpoint or a watchpoint, and what a watchpoint saw.
  struct Reason {
    let point: StopPoint
    var change: PlaceChange?
  }

  let step: Step
  var reasons: [Reason]
}

extension FoundStop.Reason {
  var json: JSON {
    var members = point.jsonMembers
    if let change {
      members += [("old", .optional(change.old)), ("new", .optional(change.new))]
    }
    return .object(members)
  }
}

/// Looks for the next step at which a breakpoint or a watchpoint stops, in either direction.
///
/// Watchpoints come first, as the index knows where to look; breakpoints are then looked for up to there
/// only.
struct StopSearch {
  private let session: DebugSession
  private let verb: String

  init(_ session: DebugSession, for verb: String) {
    (self.session, self.verb) = (session, verb)
  }

  private enum Direction { case forwards, backwards }

  /// The first stop behind the present place.
  func next() throws -> FoundStop? { try find(.forwards) }

  /// The last stop before the present place.
  func previous() throws -> FoundStop? { try find(.backwards) }

  private func find(_ direction: Direction) throws -> FoundStop? {
    let points = session.breakpoints.all
    guard !points.isEmpty else { return nil }
    try session.interrupts.check()
    guard points.contains(where: \.needsStates) else {
      let look = session.looking()
      defer { look.finish() }
      let (found, passed) = try breakpoint(direction, upTo: nil, nil, look)
      look.finish()
      try warn(of: passed)
      return found
    }
    // The index goes through the whole log, and says so.
    let watches = points.contains { if case .watch = $0.kind { true } else { false } }
    let index = try watches ? session.changeIndex(for: verb) : nil
    return try session.replaying(for: verb) { replay in
      let look = session.looking()
      defer { look.finish() }
      // One progress is enough.
      replay.onStep = look.at
      let seen = try index.flatMap { try watchpoint(direction, $0, replay, look) }
      let (found, passed) = try breakpoint(
        direction, upTo: seen?.step ?? end(of: index, direction), replay, look)
      let stop = Self.first(seen, found)
      look.finish()
      try warn(of: index == nil ? passed : unreachable(direction, upTo: stop?.step, replay))
      // Behind its end nobody knows whether there is a stop.
      if stop == nil, direction == .forwards { try index?.require(session.log.lastStep) }
      return stop
    }
  }

  /// The one of the two that comes first, or both at once: breakpoints are looked for up to a watchpoint only.
  private static func first(_ seen: FoundStop?, _ found: FoundStop?) -> FoundStop? {
    guard let seen, let found, found.step == seen.step else { return found ?? seen }
    return FoundStop(
      step: seen.step,
      reasons: (found.reasons + seen.reasons).sorted { $0.point.number < $1.point.number })
  }

  /// How far watchpoints can be looked for where that is not as far as the log goes.
  private func end(of index: ChangeIndex?, _ direction: Direction) -> Step? {
    direction == .forwards && index?.end != nil ? index?.lastStep : nil
  }

  // MARK: What could not be looked at

  /// The recorded steps on the way to a stop whose states cannot be had.
  private func unreachable(
    _ direction: Direction, upTo stop: Step?, _ replay: Replay
  ) -> [ClosedRange<Step>] {
    let (position, log) = (session.position, session.log)
    let (first, last) =
      switch direction {
      case .forwards: (position.next, stop ?? log.lastStep)
      case .backwards: (stop ?? log.initialStep, position.previous ?? position)
      }
    return first <= last ? replay.unreachableSteps(in: first...last) : []
  }

  private func warn(of passed: [ClosedRange<Step>]) throws {
    if let warning = passed.unreachableWarning { try session.say("\(warning)", .yellow) }
  }

  // MARK: Breakpoints

  private func breakpoint(
    _ direction: Direction, upTo limit: Step?, _ replay: Replay?, _ look: Look
  ) throws -> (FoundStop?, passed: [ClosedRange<Step>]) {
    let points = session.breakpoints.all.compactMap { point in
      if case .breakpoint(let breakpoint) = point.kind { (point, breakpoint) } else { nil }
    }
    guard !points.isEmpty else { return (nil, []) }
    let search = try Search(session.log, for: points.map(\.1), with: replay)
    search.onStep = look.at
    let stop =
      switch direction {
      case .forwards: try search.nextStop(after: session.position, upTo: limit)
      case .backwards: try search.previousStop(before: session.position, downTo: limit)
      }
    let found = stop.map { stop in
      FoundStop(step: stop.step, reasons: stop.breakpoints.map { .init(point: points[$0].0) })
    }
    return (found, search.unreachable)
  }

  // MARK: Watchpoints

  private func watchpoint(
    _ direction: Direction, _ index: ChangeIndex, _ replay: Replay, _ look: Look
  ) throws -> FoundStop? {
    var best: FoundStop?
    for point in session.breakpoints.all {
      guard case .watch(let path, let condition) = point.kind else { continue }
      let walk = PlaceWalk(path: path, index: index, replay: replay, look: look)
      let change = try walk.first(
        direction == .forwards, from: session.position, upTo: best?.step, where: condition)
      guard let change else { continue }
      let reason = FoundStop.Reason(point: point, change: change)
      if best?.step == change.step {
        best?.reasons.append(reason)
      } else {
        best = FoundStop(step: change.step, reasons: [reason])
      }
    }
    return best
  }
}
