/// Finds the line comments of a file, and none in texts.
struct CommentScanner {
  private let bytes: [UInt8]
  private var place = 0
  /// Where each begins, with what stands in it behind the slashes.
  private(set) var comments: [(offset: Int, text: String)] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while place < bytes.count { step() }
  }

  private mutating func step() {
    switch bytes[place] {
    case UInt8(ascii: "/") where has("//"): lineComment()
    case UInt8(ascii: "/") where has("/*"): blockComment()
    case UInt8(ascii: "\""), UInt8(ascii: "#"): text()
    default: place += 1
    }
  }

  private func has(_ word: String) -> Bool { bytes[place...].starts(with: word.utf8) }

  private mutating func lineComment() {
    let start = place
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let content = bytes[start..<end].drop { $0 == UInt8(ascii: "/") }
    comments.append((start, String(decoding: content, as: UTF8.self)))
    place = end
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if has("/*") {
        (depth, place) = (depth + 1, place + 2)
      } else if has("*/") {
        (depth, place) = (depth - 1, place + 2)
      } else {
        place += 1
      }
    } while depth > 0 && place < bytes.count
  }

  /// A text, raw or of several lines; what is interpolated is passed over with it.
  private mutating func text() {
    let marks = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    place += marks
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return }
    let isLong = has("\"\"\"")
    let end = (isLong ? "\"\"\"" : "\"") + String(repeating: "#", count: marks)
    place += isLong ? 3 : 1
    while place < bytes.count, !has(end) {
      if bytes[place] == UInt8(ascii: "\n"), !isLong { return }
      place += bytes[place] == UInt8(ascii: "\\") && marks == 0 ? 2 : 1
    }
    place = min(place + end.utf8.count, bytes.count)
  }
}
