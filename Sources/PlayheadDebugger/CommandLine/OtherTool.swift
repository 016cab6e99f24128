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
    // Runs only programs that answer as a tool, because another program could do anything.
    file = try OtherBuild(word, on: console).path
    words = Array(arguments.dropFirst())
  }

  /// Replaces this process with the executable. Returns the error if that fails.
  func take(over console: Console) throws -> any Error {
    try console.flush()
    return CompareError.notStarted(file, reason: console.terminal.become(file, [file] + words))
  }
}
