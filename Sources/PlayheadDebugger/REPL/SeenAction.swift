import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// An action as one sees it: of the recording, or of a branch of it.
struct SeenAction {
  let entry: LogEntry
  /// Where a branch has it from, behind its base.
  let origin: (name: BranchOrigin, isMade: Bool)?

  /// An action of a recording.
  init(_ entry: LogEntry, _ origin: (BranchOrigin, isMade: Bool)? = nil) {
    (self.entry, self.origin) = (entry, origin)
  }

  /// What is told of it as JSON.
  func json(of log: LogReader) throws -> [(key: String, value: JSON)] {
    let members = try JSON.action(entry, of: log)
    guard let origin else { return members }
    // What came of it in the recording is not what comes of it here.
    let known = members.filter { !["handled", "changed", "nanoseconds"].contains($0.key) }
    return known.prefix(1) + [("recorded", .optional(origin.name.step))] + known.dropFirst()
      + [("edited", .bool(origin.isMade && origin.name.step != nil))]
  }

  /// Where it comes from, if that is not where it is.
  var provenance: String? {
    guard let origin else { return nil }
    return switch (origin.name.step, origin.isMade) {
    case (nil, _): "inserted"
    case (let step?, true): step == entry.step ? "edited" : "edited, recorded as \(step)"
    case (let step?, false): step == entry.step ? nil : "recorded as \(step)"
    }
  }
}

extension DebugSession {
  /// The action of a step of what one is in.
  func action(at step: Step) throws -> SeenAction {
    try seen(log.entry(at: step))
  }

  /// An action of what one is in.
  func seen(_ entry: LogEntry) -> SeenAction {
    SeenAction(entry, openBranch?.branch.provenance(of: entry.step))
  }
}
