import Foundation
import PlayheadReplay

/// Another executable with an app's stores, which runs a command: `playhead --app EXECUTABLE COMMAND …`.
struct OtherTool {
  private let file: String
  private let words: [String]

  /// `arguments` are the words after `--app`: the executable, found like in a shell, and a command.
  init(_ arguments: ArraySlice<String>, tool: String, _ console: Console) throws {
    guard let word = arguments.first else {
      let option = ToolParameters.app
      throw UsageError(.missingValue(for: option.name, label: option.label), tool: tool)
    }
    let folders = console.terminal.environment("PATH")?.split(
      separator: ":", omittingEmptySubsequences: false)
    do {
      // Runs only programs that answer as a tool, because another program could do anything.
      file = try OtherBuild(word, in: folders?.map(String.init) ?? []).path
    } catch let error as CompareError {
      throw OtherToolError(file: word, isThere: FileManager.default.fileExists(atPath: word), error)
    }
    words = Array(arguments.dropFirst())
  }

  /// Replaces this process with the executable. Returns the error if that fails.
  func take(over console: Console) throws -> any Error {
    try console.flush()
    let reason = console.terminal.become(file, [file] + words)
    return OtherToolError(file: file, isThere: true, reason: reason)
  }
}

/// Why another executable cannot run a command.
struct OtherToolError: ErrorWithExitCode {
  let exitCode = ExitCode.unusable
  private let sentence: String

  /// One sentence with a fix.
  var description: String { sentence }

  init(file: String, isThere: Bool, reason: String) {
    sentence = "'\(file)' cannot be started: \(reason); name another executable with '--app'"
  }

  init(file: String, isThere: Bool, _ error: CompareError) {
    switch error {
    case .otherVersion, .silent, .notStarted: sentence = "\(error)"
    default:
      sentence =
        isThere
        ? "'\(file)' does not answer like an app's tool; name an executable that calls "
          + "'PlayheadCommand.main(apps:)' with '--app'"
        : "there is no executable '\(file)'; name the app's executable with '--app', as in "
          + "'--app .build/debug/shop'"
    }
  }
}
