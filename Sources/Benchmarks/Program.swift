import PlayheadDebugger
import PlayheadFlux
import TextEditor

/// This program, which other processes of it are started from.
enum Program {
  /// The apps whose sessions it plays where it is the tool, or a process that works for one.
  static let apps: [any ReplayableApp.Type] = [
    HiddenCrash.app, HiddenDivergence.app, TextEditor.self,
  ]

  /// Where it is.
  static var file: String {
    get throws {
      guard let file = SystemTerminal().programFile else {
        throw BenchmarkError("this system does not say where a running program's file is")
      }
      return file
    }
  }
}
