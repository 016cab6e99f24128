import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// Makes a change, of the branch one is in or of a new one, and shows where one is then: where the change is to be seen, or
  /// where one was.
  func make(_ edit: BranchEdit, for verb: String) throws {
    var open = openBranch ?? OpenBranch(places: Places(at: position))
    let recorded = inspector.recordedStep(beside: position)
    let made = try inspecting(for: verb) { try inspector.make(edit) }
    open.note(edit, at: made.step ?? inspector.step(beside: recorded))
    enter(open)
    try show(made.change, as: "changed")
  }

  /// Takes the last change back, and gives it. One is then where one was when it was made, unless one has gone elsewhere since.
  func revert(for verb: String) throws -> BranchChange {
    var open = try requireBranch()
    guard let change = inspector.changes.last, let last = open.made.popLast() else {
      throw DebugError.noBranch
    }
    let recorded = inspector.recordedStep(beside: position)
    try inspecting(for: verb) { try inspector.enter(open.made.map(\.edit)) }
    let step = position == last.after ? last.before : inspector.step(beside: recorded)
    (open.places, open.traps, open.isSaved) = (Places(at: step), [], false)
    enter(open.made.isEmpty ? nil : open)
    if open.made.isEmpty { places.visit(step) }
    return change
  }

  /// Shows a change that was made, or taken back, and the present place.
  func show(_ change: BranchChange, as role: String) throws {
    try console.show(.object([(role, change.json)] + placeMembers())) {
      try say("\(role): \(change)", .yellow)
      try showPlace()
    }
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
    let step = inspector.recordedStep(beside: position)
    inspector.leaveBranch()
    enter(nil)
    places.visit(step)
  }
}
