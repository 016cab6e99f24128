import PlayheadCoding
import PlayheadLog
import PlayheadReplay

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
    try session.requireRecording(for: verb)
    try session.interrupts.check()
    guard points.contains(where: \.needsStates) else {
      let look = session.looking()
      defer { look.finish() }
      return try breakpoint(direction, upTo: nil, nil, look)
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
      let found = try breakpoint(direction, upTo: seen?.step, replay, look)
      guard let seen else { return found }
      guard let found else { return seen }
      if found.step != seen.step { return found }
      return FoundStop(
        step: seen.step,
        reasons: (found.reasons + seen.reasons).sorted { $0.point.number < $1.point.number })
    }
  }

  // MARK: Breakpoints

  private func breakpoint(
    _ direction: Direction, upTo limit: Step?, _ replay: Replay?, _ look: Look
  ) throws -> FoundStop? {
    let points = session.breakpoints.all.compactMap { point in
      if case .breakpoint(let breakpoint) = point.kind { (point, breakpoint) } else { nil }
    }
    guard !points.isEmpty else { return nil }
    let search = try Search(session.log, for: points.map(\.1), with: replay)
    search.onStep = look.at
    let stop =
      switch direction {
      case .forwards: try search.nextStop(after: session.position, upTo: limit)
      case .backwards: try search.previousStop(before: session.position, downTo: limit)
      }
    look.finish()
    if let warning = search.unreachableWarning { try session.say(warning, .yellow) }
    return stop.map { stop in
      FoundStop(step: stop.step, reasons: stop.breakpoints.map { .init(point: points[$0].0) })
    }
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

/// The changes at a place, forwards or backwards, of which those are wanted where a condition holds.
struct PlaceWalk {
  let path: Path
  let index: ChangeIndex
  let replay: Replay
  let look: Look

  func first(
    _ isForwards: Bool, from start: Step, upTo limit: Step?, where condition: Condition?
  ) throws -> PlaceChange? {
    let search = try condition.map { try Search(replay.log, for: $0, with: replay) }
    search?.onStep = look.at
    var step = start
    while let change = try change(isForwards, from: step, upTo: limit) {
      guard let search else { return change }
      if try search.stop(at: change.step) != nil { return change }
      step = change.step
    }
    return nil
  }

  private func change(
    _ isForwards: Bool, from step: Step, upTo limit: Step?
  ) throws -> PlaceChange? {
    isForwards
      ? try index.nextChange(at: path, after: step, upTo: limit, with: replay, onLook: look.at)
      : try index.previousChange(
        at: path, before: step, downTo: limit, with: replay, onLook: look.at)
  }
}
