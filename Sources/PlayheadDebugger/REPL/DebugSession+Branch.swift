import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// Makes a change in the present branch or in a new one, and goes to the step where the change shows.
  func make(_ edit: BranchEdit) throws {
    var open = openBranch ?? OpenBranch(places: Places(at: position))
    let recorded = inspector.recordedStep(beside: position)
    let made = try inspecting { try inspector.make(edit) }
    open.note(edit, at: made.step ?? inspector.step(beside: recorded))
    enter(open)
    try show(made.change, as: "changed")
  }

  /// Takes the last change back and returns it. Goes back to where it was made, unless the session has moved since.
  func revert() throws -> BranchChange {
    var open = try requireBranch()
    guard let change = inspector.changes.last, let last = open.made.popLast() else {
      throw DebugError.noBranch
    }
    let recorded = inspector.recordedStep(beside: position)
    try inspecting { try inspector.enter(open.made.map(\.edit)) }
    let step = position == last.after ? last.before : inspector.step(beside: recorded)
    (open.places, open.isSaved) = (Places(at: step), false)
    enter(open.made.isEmpty ? nil : open)
    if open.made.isEmpty { places.visit(step) }
    return change
  }

  /// Shows a change that was made, or taken back, and the present place.
  func show(_ change: BranchChange, as role: String) throws {
    try console.show([role: change.json] + placeJSON()) {
      try say("\(role): \(change)", .yellow)
      try showPlace()
    }
  }

  /// The present branch. Throws in the recording.
  func requireBranch() throws(DebugError) -> OpenBranch {
    guard let openBranch else { throw .noBranch }
    return openBranch
  }

  /// Whether the session may leave the present branch. If no log has its changes, this asks a person, and warns a script.
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

  /// Goes back to the recording, to the step beside the present one.
  func leaveBranch() {
    let step = inspector.recordedStep(beside: position)
    inspector.leaveBranch()
    enter(nil)
    places.visit(step)
  }
}

/// The present branch of a session, and the places in it.
struct OpenBranch {
  /// A change, and the steps before and after it, as they were numbered then.
  struct Made {
    let edit: BranchEdit
    let before: Step
    let after: Step
  }

  /// The changes, in their order.
  var made: [Made] = []
  /// In the branch's numbers: a change starts them again.
  var places: Places
  /// Whether a log has all of its changes.
  var isSaved = false

  var position: Step { places.position }

  /// Has a change more, and is then at `step`.
  mutating func note(_ edit: BranchEdit, at step: Step) {
    made.append(Made(edit: edit, before: position, after: step))
    (places, isSaved) = (Places(at: step), false)
  }
}

extension BranchChange {
  /// For a program.
  var json: JSON {
    switch self {
    case .keep(let steps):
      ["kind": "keep", "steps": steps]
    case .skip(let action, let type, let effects):
      [
        "kind": "skip", "step": action.json, "type": type,
        "effects": effects,
      ]
    case .edit(let action, let type, let diff):
      [
        "kind": "edit", "step": action.json, "type": type,
        "payload": diff.jsonPatch.value,
      ]
    case .insert(let type, let payload, let other):
      [
        "kind": "insert", "type": type, "payload": payload, "after": other.json,
      ]
    case .move(let action, let type, let other):
      ["kind": "move", "step": action.json, "type": type, "after": other.json]
    }
  }
}

extension BranchOrigin {
  /// The recording's step; of an action that was inserted its number among those.
  fileprivate var json: JSON {
    switch self {
    case .recorded(let step): step.asJSON
    case .inserted(let number): ["inserted": number]
    }
  }
}
