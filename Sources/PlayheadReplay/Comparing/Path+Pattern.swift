import PlayheadValues

extension StatePath {
  /// The path without what is another one in each session: `tracks[2].clips[0].name` and
  /// `byID["a"].name` are `tracks[*].clips[*].name` and `byID[*].name`.
  package var pattern: String {
    var text = ""
    var run: [Component] = []
    for component in components {
      switch component {
      case .field:
        run.append(component)
      case .index, .key:
        text += Self.text(of: run, behind: text) + "[*]"
        run = []
      }
    }
    return text + Self.text(of: run, behind: text)
  }

  /// Fields as they are written behind what is there already.
  private static func text(of fields: [Component], behind text: String) -> String {
    let words = StatePath(fields).description
    return text.isEmpty || words.isEmpty || words.hasPrefix("[") ? words : "." + words
  }
}
