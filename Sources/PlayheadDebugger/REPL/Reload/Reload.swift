import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct ReloadREPLCommand: REPLCommand {
  let name = "reload"
  let summary =
    "Rebuilds the program, continues with the new code, and shows what changed at this step."
  let details = [
    "Edit a store, 'reload', and see the state at this step with the new code. SwiftPM rebuilds "
      + "the package and product of the program's file. Bookmarks, breakpoints and the branch stay. If the "
      + "build fails, its errors are shown, and the old program keeps running."
  ]
  let examples = [Example("reload", "the current step with the current code")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let terminal = session.console.terminal
    guard let file = terminal.programFile else { throw ReloadError.noFile }
    let program = try BuiltProgram(file: file)
    let old = try? session.ask(StateRequest(of: session.position)).value
    try session.interrupts.check()
    try build(program, session)
    let isRebuilt: Bool
    do {
      isRebuilt = try session.reload()
    } catch let error as WorkerError {
      throw ReloadError.unstartable(file, reason: error.startReason ?? "\(error)")
    }
    try session.showReload(old, isRebuilt: isRebuilt)
  }

  private func build(_ program: BuiltProgram, _ session: DebugSession) throws {
    let console = session.console
    try console.showTransientLine("building \(program.product) …")
    let complaint = try program.build { try session.interrupts.check() }
    try console.eraseTransientLine()
    guard let complaint else { return }
    try session.say(StyledText(lines: complaint))
    throw ReloadError.unbuildable(product: program.product)
  }
}

extension DebugSession {
  /// Continues with the new program. Forgets known traps, because the stores may be fixed. Returns whether the
  /// program's file is another one than before.
  func reload() throws -> Bool {
    guard let connection else { throw ReloadError.noFile }
    let isRebuilt = try connection.restart()
    (inspector.knownCrashes, warned, trail) = ([], [], nil)
    let edits = inspector.edits
    inspector.leaveBranch()
    do {
      try inspecting { try $0.enter(edits) }
    } catch {
      try say("the branch cannot be restored: \(styledSentence(of: error))", .yellow)
      enter(nil)
    }
    return isRebuilt
  }

  /// Shows the current place, and the difference from its `old` state.
  func showReload(_ old: Value?, isRebuilt: Bool) throws {
    let diff = try old.map { old in
      Diff(from: old, to: try ask(StateRequest(of: position)).value)
    }
    let changes = diff?.jsonPatch.value
    try console.show(["reloaded": isRebuilt.asJSON] + placeJSON() + ["changes": changes]) {
      try show(reloaded: diff, isRebuilt: isRebuilt)
    }
  }

  private func show(reloaded diff: Diff?, isRebuilt: Bool) throws {
    try showPlace()
    guard isRebuilt || diff?.isEmpty == false else {
      return try say("nothing to rebuild: the program already has the current code", .dim)
    }
    guard let diff else {
      return try say("rebuilt; the old code had no state here to compare", .dim)
    }
    guard !diff.isEmpty else {
      return try say("rebuilt; the state at this step is the same", .dim)
    }
    try console.print(StyledText("− with the old code", .red))
    try console.print(StyledText("+ with the new code", .green))
    try console.print(StyledText(diff, printOptions(whole: false).at(StatePath())))
  }
}
