import PlayheadReading
import PlayheadInspector
import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

extension DebugSession {
  /// Makes a change in the current branch or a new one, and goes to the step that shows the change.
  func make(_ edit: BranchEdit) throws {
    var open = openBranch ?? OpenBranch(navigation: NavigationHistory(at: position))
    let recorded = inspector.recordedStep(beside: position)
    let made = try inspecting { try $0.make(edit) }
    let step = made.step ?? inspector.step(beside: recorded)
    open.moves.append((before: open.navigation.position, after: step))
    open.navigation = NavigationHistory(at: step)
    enter(open)
    try show(ChangeOfBranch(changed: made.change), made.change, "branch")
    if inspector.edits.count == 1, let last = inspector.plan?.run.upperBound,
      last < recording.lastStep
    {
      try say("the branch ends before step \(last.next), which is missing", .dim)
    }
  }

  /// Undoes the last change and returns it. If the session has not moved since the change, goes back to
  /// where it was before.
  func revert() throws -> BranchChange {
    guard let change = try requireBranch().changes.last, var open = openBranch,
      let last = open.moves.popLast()
    else { throw DebugError.noBranch }
    let recorded = inspector.recordedStep(beside: position)
    try inspecting { try $0.enter($0.edits.dropLast()) }
    let step = position == last.after ? last.before : inspector.step(beside: recorded)
    open.navigation = NavigationHistory(at: step)
    if open.unsavedCount < 0 { open.savedCount = 0 }
    enter(inspector.branch == nil ? nil : open)
    if inspector.branch == nil { navigation.visit(step) }
    return change
  }

  /// Shows a change that was made or undone, and the current place.
  func show(_ answer: ChangeOfBranch, _ change: BranchChange, _ title: String) throws {
    try console.show(Joined(answer, placeAnswer())) {
      try say("\(title): \(change)", .yellow)
      try showPlace()
    }
  }

  /// The current branch. Throws in the recording.
  @discardableResult func requireBranch() throws(DebugError) -> InspectedBranch {
    guard let branch = inspector.branch else { throw .noBranch }
    return branch
  }

  /// Whether the session may leave the current branch. If the branch is not saved, asks on a terminal, and
  /// warns in a script. The end of the input means yes if the session is at its end.
  func mayLeave(atEnd isEnd: Bool) throws -> Bool {
    guard let open = openBranch, open.unsavedCount > 0 else { return true }
    let changes = Format.count(open.unsavedCount, "unsaved change")
    guard console.isInteractive else {
      try say("leaving a branch with \(changes); 'save FILE' writes a branch as a log", .dim)
      return true
    }
    let prompt = LinePrompt(
      "the branch has \(changes); leave it anyway? [y/N]", isRemembered: false)
    switch try console.ask(prompt, { Completion(of: $0, []) }) {
    case .end: return isEnd
    case .cancelled: return false
    case .line(let line): return line.lowercased().hasPrefix("y")
    }
  }

  /// Goes back to the recording, to the matching step.
  func leaveBranch() {
    let step = inspector.recordedStep(beside: position)
    inspector.leaveBranch()
    enter(nil)
    navigation.visit(step)
  }
}

/// The places of a session in its current branch.
struct OpenBranch {
  /// The steps before and after each change, with their numbers at that time.
  var moves: [(before: Step, after: Step)] = []
  /// The places, as steps of the branch. Each change resets them, because it renumbers the steps.
  var navigation: NavigationHistory
  /// How many of the changes, from the first on, the last saved log contains.
  var savedCount = 0

  var unsavedCount: Int { moves.count - savedCount }
}

/// A change that was made or taken back.
struct ChangeOfBranch: Encodable {
  @IfPresent var changed: BranchChange? = nil
  @IfPresent var reverted: BranchChange? = nil
}

private struct BranchChangeAnswer: Encodable {
  let kind: String
  @IfPresent var steps: [Step]? = nil
  @IfPresent var step: BranchOrigin? = nil
  @IfPresent var type: String? = nil
  @IfPresent var effects: [Step]? = nil
  @IfPresent var payload: Value? = nil
  @IfPresent var after: BranchOrigin? = nil
}

extension BranchChange: HasJSONForm {
  package var jsonForm: some Encodable {
    switch self {
    case .keep(let steps):
      BranchChangeAnswer(kind: "keep", steps: steps)
    case .skip(let action, let type, let effects):
      BranchChangeAnswer(kind: "skip", step: action, type: type, effects: effects)
    case .edit(let action, let type, let diff):
      BranchChangeAnswer(kind: "edit", step: action, type: type, payload: diff.jsonPatch.value)
    case .insert(let type, let payload, let other):
      BranchChangeAnswer(kind: "insert", type: type, payload: payload, after: other)
    case .move(let action, let type, let other):
      BranchChangeAnswer(kind: "move", step: action, type: type, after: other)
    }
  }
}

private struct InsertedAction: Encodable {
  let inserted: Int
}

extension BranchOrigin: HasJSONForm {
  /// The step in the recording, or the number of an inserted action.
  package var jsonForm: JSON {
    get throws {
      switch self {
      case .recorded(let step): try JSON(step)
      case .inserted(let number): try JSON(InsertedAction(inserted: number))
      }
    }
  }
}
