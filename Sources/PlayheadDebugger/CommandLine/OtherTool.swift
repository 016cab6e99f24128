import Foundation
import PlayheadReplay

/// Another executable with an app's stores, which does a command instead of this one: `playhead --app EXECUTABLE COMMAND …`.
struct OtherTool {
  private let file: String
  private let words: [String]

  /// What `--app` is followed by: the executable, or its name as a shell finds it, and a command.
  init(_ arguments: ArraySlice<String>, tool: String, _ console: Console) throws {
    guard let word = arguments.first else {
      let option = ToolParameters.app
      throw UsageError(.missingValue(for: option.name, label: option.label), tool: tool)
    }
    let folders = console.terminal.environment("PATH")?.split(
      separator: ":", omittingEmptySubsequences: false)
    do {
      // What says nothing that it is asked is none, and is not to do anything else.
      file = try OtherBuild(word, in: folders?.map(String.init) ?? []).path
    } catch let error as CompareError {
      throw OtherToolError(file: word, isThere: FileManager.default.fileExists(atPath: word), error)
    }
    words = Array(arguments.dropFirst())
  }

  /// Lets the executable be this process from now on; gives why it cannot.
  func take(over console: Console) throws -> any Error {
    try console.flush()
    let reason = console.terminal.become(file, [file] + words)
    return OtherToolError(file: file, isThere: true, reason: reason)
  }
}

/// Why another executable cannot do a command.
struct OtherToolError: ErrorWithExitCode {
  let exitCode = ExitCode.unusable
  private let sentence: String

  /// One sentence with a way out.
  var description: String { sentence }

  init(file: String, isThere: Bool, reason: String) {
    sentence = "'\(file)' cannot be started: \(reason); name an executable that can with '--app'"
  }

  init(file: String, isThere: Bool, _ error: CompareError) {
    switch error {
    case .otherVersion, .silent, .notStarted: sentence = "\(error)"
    default:
      sentence =
        isThere
        ? "'\(file)' does not answer as an app's tool does; name an executable that calls "
          + "'PlayheadCommand.main(apps:)' with '--app'"
        : "there is no executable '\(file)'; name the one that has the app with '--app', as in "
          + "'--app .build/debug/shop'"
    }
  }
}
