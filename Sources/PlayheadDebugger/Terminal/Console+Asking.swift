import PlayheadValues

extension Console {
  /// Asks for a line: a person with an editor where there is one, else as lines come. What is read from a
  /// pipe is shown behind the prompt, so that what is written reads as a conversation.
  func ask(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws -> EditedLine {
    try flush()
    let shown = usesColor ? prompt : LinePrompt(prompt.text, isRemembered: prompt.isRemembered)
    if isInteractive, watchesOutput, canMove {
      if let line = try terminal.editLine(shown, completing) { return line }
    }
    let text = StyledText(prompt.text, prompt.style)
    if isInteractive {
      try write(text + " ")
      try flush()
      guard let line = try readLine() else {
        try print("")
        return .end
      }
      return .line(line)
    }
    guard let line = try readLine() else { return .end }
    try print(line.isEmpty ? text : "\(text) \(line)")
    return .line(line)
  }
}
