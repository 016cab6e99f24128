import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// Makes a change, of the branch one is in or of a new one, and shows where one is then.
  func make(_ change: TypedChange, for verb: String, _ given: Given) throws {
    let made = try replayingRecording(for: verb) { replay in
      var open = openBranch ?? OpenBranch(of: replay, at: position)
      let made = try open.make(change)
      enter(open)
      return made
    }
    if let made { try show(made, as: "changed", given) }
  }

  /// Shows a change that was made, or taken back, and the present place.
  func show(_ change: BranchChange, as role: String, _ given: Given) throws {
    guard !given.wantsJSON else {
      return try console.print(.object([(role, change.json)] + placeMembers()))
    }
    try say("\(role): \(change)", .yellow)
    try showPlace(wantsJSON: false)
  }

  /// The branch one is in. Throws if one is in none.
  func requireBranch() throws(DebugError) -> OpenBranch {
    guard let openBranch else { throw .noBranch }
    return openBranch
  }

  /// Whether the branch one is in may go. If no log has its changes, a person is asked, and others are told.
  func mayLeave() throws -> Bool {
    guard let open = openBranch, !open.isSaved else { return true }
    let changes = Format.count(open.made.count, "change")
    guard console.isInteractive else {
      try say("the branch is left with \(changes) that no log has; 'save FILE' makes one", .dim)
      return true
    }
    let prompt = LinePrompt(
      "no log has the branch's \(changes); leave it all the same? [y/N]", isRemembered: false)
    switch try console.ask(prompt, { Completion(of: $0, []) }) {
    case .end: return true
    case .cancelled: return false
    case .line(let line): return line.lowercased().hasPrefix("y")
    }
  }

  /// Goes back to the recording, beside where one is in the branch.
  func leaveBranch() {
    guard let open = openBranch else { return }
    let step = open.branch.recordedStep(beside: open.position)
    enter(nil)
    places.visit(step)
  }

  /// Why the process before this one came to its end.
  func failure(of trap: Trap) -> any Error {
    guard trap.isInBranch, let known = trap.known, let branch = openBranch?.branch else {
      return trap.failure(ofLog: log.name)
    }
    return ReplayError.traps(known, try? branch.log.entry(at: known.step).type)
  }

  // MARK: States

  /// What is at `path` in the state of a step.
  func part(at path: StatePath, of step: Step, for verb: String) throws -> Value {
    try replaying(for: verb) { try $0.part(at: path, of: step) }
  }

  /// What changed between two steps.
  func diff(from: Step, to: Step, for verb: String) throws -> Diff {
    try replaying(for: verb) { try $0.diff(from: from, to: to) }
  }
}
