import Feed
import PlayheadDebugger
import PlayheadFlux
import TextEditor

/// This benchmark program, which also runs as `playhead` and as a worker.
enum Program {
  /// The apps of the tool and the workers.
  static let apps: [any ReplayableApp.Type] = [
    HiddenCrash.app, HiddenDivergence.app, TextEditor.self, Feed.self, Guests.self, Library.self,
  ]

  /// The path of the program's file.
  static var file: String {
    get throws {
      guard let file = SystemTerminal().programFile else {
        throw BenchmarkError("this system does not say where a running program's file is")
      }
      return file
    }
  }
}
