/// What of a file is compiled.
extension SourceFile {
  /// Whether what is on a line, from 1, is compiled: it is in no `#if`, or the compiler has understood something
  /// that begins there.
  func isCompiled(line: Int) -> Bool {
    guard isConditional(line: line), let range = range(ofLine: line) else { return true }
    return tree.contains { range.contains($0.start) }
  }

  /// Whether a line is between an `#if` and its `#endif`. A text of several lines that has such words may be
  /// taken for some: then less is told.
  private func isConditional(line: Int) -> Bool {
    var depth = 0
    for number in 1..<max(line, 1) {
      if begins(line: number, with: "#if") { depth += 1 }
      if begins(line: number, with: "#endif") { depth = max(depth - 1, 0) }
    }
    return depth > 0
  }

  private func begins(line: Int, with word: String) -> Bool {
    guard let range = range(ofLine: line) else { return false }
    return bytes[range].drop { $0 == 32 || $0 == 9 }.starts(with: word.utf8)
  }
}
