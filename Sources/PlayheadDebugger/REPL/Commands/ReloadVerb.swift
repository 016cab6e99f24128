import PlayheadInspector
import PlayheadFiles
import PlayheadReplay
import PlayheadValues

/// `reload`: the same place with new code.
struct ReloadVerb: Verb {
  let name = "reload"
  let summary = "Builds the program again, goes on with the new code, and tells what changed here."
  let details = [
    "Edit a store, 'reload', and see what the state at this very step is now. The package and the product are "
      + "those of the program's file, which SwiftPM has built. Bookmarks, breakpoints and the branch stay. "
      + "If the package does not build, what the compiler says is shown, and the old program goes on."
  ]
  let examples = [Example("reload", "the present step, by the code as it is now")]

  func run(_ given: Given, in session: DebugSession) throws {
    let terminal = session.console.terminal
    guard let file = terminal.programFile else { throw ReloadError.noFile }
    let program = try BuiltProgram(file: file)
    let state = session.presentState
    session.stepBeforeTrap = nil
    try session.interrupts.check()
    try build(program, session)
    do {
      try session.reload()
    } catch let error as WorkerError {
      throw ReloadError.unstartable(file, reason: error.startReason ?? "\(error)")
    }
    try session.tellOfReload(state)
  }

  private func build(_ program: BuiltProgram, _ session: DebugSession) throws {
    let console = session.console
    try console.showTransientLine("building \(program.product) …")
    let complaint = try Building(program: program).perform { try session.interrupts.check() }
    try console.eraseTransientLine()
    guard let complaint else { return }
    try session.say(StyledText(lines: complaint))
    throw ReloadError.unbuildable(product: program.product)
  }
}
