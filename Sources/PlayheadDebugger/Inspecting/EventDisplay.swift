import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadInspector
import PlayheadValues

extension CommandContext {
  /// Shows the progress, warnings and remarks of `inspector` while `body` runs.
  func showingEvents<T>(of inspector: Inspector, _ body: () throws -> T) throws -> T {
    // An answer may take long, and people read what came before.
    try console.flush()
    var progress: [InspectorProgress.Work: Progress] = [:]
    inspector.onEvent = { [self] event in
      try interrupts.check()
      guard case .progress(let new) = event else {
        progress = [:]
        try console.eraseTransientLine()
        return try show(event)
      }
      try console.checkPager()
      guard console.showsProgress else { return }
      let unit = new.work == .blaming ? Progress.Unit.values : .steps
      let shown =
        progress[new.work] ?? Progress(new.work.rawValue, of: new.total, unit, on: console)
      progress[new.work] = shown
      shown.advance(to: new.done)
    }
    defer {
      try? console.eraseTransientLine()
      inspector.onEvent = { _ in }
    }
    return try body()
  }

  private func show(_ event: InspectorEvent) throws {
    switch event {
    case .progress: break
    case .warning(let warning):
      guard warned.insert(warning.topic).inserted else { return }
      if case .otherStates(let mismatch) = warning { console.mismatch = mismatch }
      if warning.statesMayDiffer { mayBeWrong = true }
      try say("warning: \(warning.sentence(of: recording))", .yellow)
    case .index(let file):
      try say("the index of changes is in '\(file)'; you can delete it at any time", .dim)
    case .foreignIndex(let file):
      let fact = "'\(file)' is not an index by Playhead and stays as it is"
      try say("\(fact); the index of changes is not saved", .dim)
    }
  }
}

extension InspectorWarning {
  /// A key for the warning. Each topic is shown once.
  var topic: String {
    switch self {
    case .skipped: "skipped"
    case .otherDraws: "draws"
    case .otherStates: "states"
    case .unshown(let states): "unshown \(states)"
    case .unfinished: "unfinished"
    case .otherVersions: "versions"
    case .unreachable(let steps), .trapped(let steps, _): "unreachable \(steps)"
    case .damage(let damages): "damage \(damages.map(\.frame))"
    }
  }

  /// What happened to `log`, what it means, and how to fix it.
  func sentence(of log: LogReader) -> String {
    switch self {
    case .damage(let damages): log.sentence(of: damages)
    case .skipped(let incompatibilities):
      "states are approximate: \(Self.text(of: incompatibilities, log.name))"
    case .otherDraws(let step, let fault):
      "from step \(step) on the states may not be the recorded states of '\(log.name)': \(fault); replay "
        + "it with the build that recorded it"
    case .otherStates(let mismatch):
      "\(mismatch); '\(toolName) check \(log.name.inShell)' looks for the cause"
    case .unshown(let states):
      // As many as fit on a few lines.
      states.prefix(4).map(\.description).joined(separator: "; ")
        + (states.count > 4 ? "; and \(states.count - 4) more" : "")
    case .unfinished(let step):
      "step \(step) was not fully handled when '\(log.name)' was recorded; placeholders replace its missing "
        + "dates, UUIDs and random numbers"
    case .otherVersions(let types):
      "'\(log.name)' has actions of older or newer versions, for which the app has no upgrades: "
        + types.map { "'\($0.name)' (version \($0.version))" }.joined(separator: ", ")
        + "; they are read unchanged"
    case .unreachable(let steps):
      "\(Self.text(of: steps)) could not be checked: they, or the steps before them, are damaged"
    case .trapped(let steps, let trap):
      "\(Self.text(of: steps)) could not be checked: \(trap.sentence())"
    }
  }

  /// As many as fit on a line.
  private static func text(of steps: [ClosedRange<Step>]) -> String {
    steps.prefix(4).map(\.words).joined(separator: ", ") + (steps.count > 4 ? " and others" : "")
  }

  private static func text(of incompatibilities: Incompatibilities, _ log: String) -> String {
    var parts: [String] = []
    if let first = incompatibilities.actions.first?.first {
      let types = incompatibilities.actions.map { "\(Format.count($0.count)) \($0.type.title)" }
      let count = Format.count(incompatibilities.count, "action")
      let were = incompatibilities.count == 1 ? "was" : "were"
      parts.append(
        "\(count) of '\(log)' \(were) skipped, starting at step \(first) "
          + "(\(types.joined(separator: ", ")))")
    }
    if !incompatibilities.stores.isEmpty {
      let names = incompatibilities.stores.map { "'\($0)'" }.joined(separator: ", ")
      parts.append(
        "the states of \(names) in '\(log)' do not fit and are replaced by the app's initial states"
      )
    }
    return parts.joined(separator: "; and ")
  }
}
