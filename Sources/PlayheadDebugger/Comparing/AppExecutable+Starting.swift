import PlayheadInspector

extension AppExecutable {
  /// The same, with the folders of `PATH`.
  init(_ word: String, on console: Console) throws {
    let folders = console.terminal.environment("PATH")?.split(
      separator: ":", omittingEmptySubsequences: false)
    try self.init(word, in: folders?.map(String.init) ?? [])
  }

  /// Replaces this process with the executable that `arguments` begin with, found like in a shell, and its command:
  /// `playhead --app EXECUTABLE COMMAND …`. Returns the error if that fails.
  static func run(
    _ arguments: ArraySlice<String>, _ console: Console
  ) throws -> any Error {
    guard let word = arguments.first else {
      let option = ToolParameters.app
      throw UsageError.Fact.missingValue(for: option.name, label: option.label)
    }
    // Runs only programs that answer as a tool, because another program could do anything.
    let file = try AppExecutable(word, on: console).path
    try console.flush()
    let reason = console.terminal.become(file, [file] + arguments.dropFirst())
    return CompareError.notStarted(file, reason: reason)
  }
}
