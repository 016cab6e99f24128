/// A source file, its bytes, and where its lines begin.
struct SourceFile {
  /// The path as it was named, or relative to the package's folder.
  let path: String
  let bytes: [UInt8]
  /// The compiler's tree of the file.
  let tree: SyntaxNode
  private let lineStarts: [Int]

  init(path: String, bytes: [UInt8], tree: SyntaxNode) {
    (self.path, self.bytes, self.tree) = (path, bytes, tree)
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The line with a byte, from 1. An offset beyond the end is in the last line.
  func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  func location(at offset: Int) -> Finding.Location {
    let line = line(at: offset)
    return Finding.Location(path: path, line: line, column: offset - lineStarts[line - 1] + 1)
  }

  /// Whether there are only blanks on the line before a byte.
  func beginsLine(at offset: Int) -> Bool {
    bytes[lineStarts[line(at: offset) - 1]..<offset].allSatisfy { $0 == 32 || $0 == 9 }
  }

  /// Whether a line, from 1, has anything but blanks and a comment.
  func hasCode(line: Int) -> Bool {
    guard let range = range(ofLine: line) else { return false }
    let text = bytes[range].drop { $0 == 32 || $0 == 9 }
    guard let first = text.first, first != 10, first != 13 else { return false }
    return !text.starts(with: Array("//".utf8))
  }

  /// The range of a line, from 1, with its line break; nil if there is no such line.
  func range(ofLine line: Int) -> Range<Int>? {
    guard line <= lineStarts.count else { return nil }
    return lineStarts[line - 1]..<(line < lineStarts.count ? lineStarts[line] : bytes.count)
  }

  var lineCount: Int { lineStarts.count }
}

/// Which lines of a file are compiled.
extension SourceFile {
  /// Whether a line is compiled: it is in no `#if`, or the compiler's tree has a node there.
  func isCompiled(line: Int) -> Bool {
    guard isConditional(line: line), let range = range(ofLine: line) else { return true }
    return tree.contains { range.contains($0.start) }
  }

  /// Whether a line is between `#if` and `#endif`. These words in a long text count too.
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
