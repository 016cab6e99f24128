extension String {
  /// As one word for a shell, quoted if it must be.
  package var inShell: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    if isPlain { return self }
    let escaped = reduce(into: "") { text, character in
      text += #"\"$`"#.contains(character) ? "\\\(character)" : "\(character)"
    }
    return "\"\(escaped)\""
  }
}
