import PlayheadInspector
import PlayheadLog
import PlayheadValues

extension DebugSession {
  /// The present state, if it can be had.
  var presentState: Value? { try? ask(StateRequest(of: position), for: "reload").value }

  /// Goes on with the app as it was built anew: stores that trapped may be mended.
  func reload() throws {
    guard let host else { throw ReloadError.noFile }
    try host.restart()
    (inspector.knownTraps, warned) = ([], [])
    guard let open = openBranch else { return }
    let edits = open.made.map(\.edit)
    inspector.leaveBranch()
    do {
      try inspecting(for: "reload") { try inspector.enter(edits) }
      openBranch?.traps = []
    } catch {
      try say("the branch cannot be made again: \(sentence(of: error))", .yellow)
      enter(nil)
    }
  }

  /// Tells where one is, and what the new code has made of the state there, which was `old`.
  func tellOfReload(_ old: Value?) throws {
    let diff = try old.map { old in
      Diff(from: old, to: try ask(StateRequest(of: position), for: "reload").value)
    }
    let changes = diff.map { JSON.tree($0.jsonPatch.value) } ?? .null
    try console.show(.object([("reloaded", true)] + placeMembers() + [("changes", changes)])) {
      try show(reloaded: diff)
    }
  }

  private func show(reloaded diff: Diff?) throws {
    try showPlace()
    guard let diff else {
      return try say("built anew; the old code had no state here to compare", .dim)
    }
    guard !diff.isEmpty else {
      return try say("built anew; the state is what it was at this step", .dim)
    }
    try console.print(StyledText("− with the old code", .red))
    try console.print(StyledText("+ with the new code", .green))
    try console.print(DiffText(printOptions(whole: false).at(StatePath())).text(diff))
  }
}
