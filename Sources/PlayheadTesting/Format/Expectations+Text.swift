import Foundation
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Writes and reads the text of expectations. The grammar, line by line:
///
///     file   = { remark | always | place | entry }
///     remark = an empty line, or one that begins with "#"
///     always = "always" EXPR
///     place  = "step" NUMBER | "end"
///     entry  = PATH " = " ( JSON | "?" )
///
/// A value that does not fit on a line continues in lines that begin with a space, and ends with its bracket.
extension Expectations {
  /// The text. Reading and writing a text changes only the form of values.
  package var text: String { items.map { $0.text + "\n" }.joined() }

  /// Reads `text` from the file `name`. Throws ``ExpectationsError``.
  package init(_ text: String, named name: String) throws(ExpectationsError) {
    var reader = ExpectationsReader(text, name)
    items = try reader.items().map(\.item)
  }
}

extension Fixture {
  /// The line of the expectation that a finding is about; nil if it is in no file.
  func line(of finding: Finding) -> Int? {
    guard let text = try? String(contentsOfFile: expectationsPath, encoding: .utf8) else {
      return nil
    }
    var reader = ExpectationsReader(text, expectationsPath)
    guard let items = try? reader.items() else { return nil }
    var step: Step?
    for (item, line) in items {
      switch (item, finding.fact) {
      case (.step(let next), _): step = next
      case (.end, _): step = nil
      case (.always(let one), .violated(let other, _)),
        (.always(let one), .unanswered(let other, _)):
        if one == other { return line }
      case (.value(let one, _), .value(let other, _, _)),
        (.value(let one, _), .unknown(let other, _)):
        if one == other, step == nil || step == finding.step { return line }
      default: break
      }
    }
    return nil
  }
}

extension Expectations.Item {
  /// The most characters of a value on one line: what a review shows without scrolling.
  private static let width = 96

  fileprivate var text: String {
    switch self {
    case .remark(let line): return line
    case .always(let condition): return "always \(condition.text)"
    case .step(let step): return "step \(step)"
    case .end: return "end"
    case .value(let path, nil): return "\(path) = ?"
    case .value(let path, let value?):
      let path = path.description
      let line = value.jsonText(width: max(Self.width - path.count - 3, 1))
      return "\(path) = \(line)"
    }
  }
}

/// Reads expectations from the top to the end.
private struct ExpectationsReader {
  private let name: String
  private var lines: ArraySlice<Substring>

  init(_ text: String, _ name: String) {
    self.name = name
    // A line break ends a line, so there is no line after the last one. "\r\n" is one Swift character.
    let breaks: Set<Character> = ["\n", "\r\n"]
    let body = text.last.map(breaks.contains) == true ? text.dropLast() : text[...]
    let parts = body.split(omittingEmptySubsequences: false, whereSeparator: breaks.contains)
    lines = text.isEmpty ? [] : parts[...]
  }

  /// The number of the next line, from 1.
  private var number: Int { lines.startIndex + 1 }

  /// The items, each with the number of its first line.
  mutating func items() throws(ExpectationsError) -> [(item: Expectations.Item, line: Int)] {
    var items: [(item: Expectations.Item, line: Int)] = []
    while !lines.isEmpty {
      let number = number
      items.append((try item(), number))
    }
    return items
  }

  private mutating func item() throws(ExpectationsError) -> Expectations.Item {
    let number = number
    let line = lines.removeFirst()
    if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { return .remark(String(line)) }
    if let (path, rest) = Self.entry(line) { return .value(path, try value(rest, number)) }
    if line == "end" { return .end }
    if let rest = line.rest(after: "step "), let step = UInt64(rest) { return .step(Step(step)) }
    guard let expression = line.rest(after: "always ") else {
      throw ExpectationsError(name, line: number, .strange(String(line)))
    }
    do {
      return .always(try Condition(String(expression)))
    } catch {
      throw ExpectationsError(name, line: number, .condition(error))
    }
  }

  /// The path before the first ` = ` that follows a path, and the text after it.
  private static func entry(_ line: Substring) -> (path: StatePath, rest: Substring)? {
    for range in line.ranges(of: " = ") {
      if let path = try? StatePath(String(line[..<range.lowerBound])), !path.components.isEmpty {
        return (path, line[range.upperBound...])
      }
    }
    return nil
  }

  private mutating func value(
    _ first: Substring, _ number: Int
  ) throws(ExpectationsError) -> Value? {
    if first == "?" { return nil }
    var text = String(first)
    while let next = lines.first, let sign = next.first, " \t]}".contains(sign) {
      text += "\n" + lines.removeFirst()
    }
    guard let value = Value(json: text) else {
      throw ExpectationsError(name, line: number, .noJSON)
    }
    return value
  }
}

extension Substring {
  /// The text after `word`, if this begins with `word`.
  fileprivate func rest(after word: String) -> Substring? {
    hasPrefix(word) ? dropFirst(word.count) : nil
  }
}
