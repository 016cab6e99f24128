import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The text of expectations, written and read. The grammar, a line each:
///
///     file   = { remark | always | place | entry }
///     remark = an empty line, or one that begins with "#"
///     always = "always" EXPR
///     place  = "step" NUMBER | "end"
///     entry  = PATH " = " ( JSON | "?" )
///
/// A value that is not on one line goes on in lines that begin with a space, and ends with its bracket.
extension Expectations {
  /// As it is written: what was read is written the same way, with values as they are printed here.
  package var text: String { items.map { $0.text + "\n" }.joined() }

  /// Reads what `text`, which is in the file `name`, says. Throws ``ExpectationsError``.
  package init(_ text: String, named name: String) throws(ExpectationsError) {
    var reader = ExpectationsReader(text, name)
    items = try reader.items()
  }
}

extension Expectations.Item {
  /// Characters up to which a value stays on one line: what a review shows without scrolling.
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
    // A line break, which on other systems is two signs and for Swift one character, ends a line: there is none
    // behind the last.
    let breaks: Set<Character> = ["\n", "\r\n"]
    let body = text.last.map(breaks.contains) == true ? text.dropLast() : text[...]
    let parts = body.split(omittingEmptySubsequences: false, whereSeparator: breaks.contains)
    lines = text.isEmpty ? [] : parts[...]
  }

  /// The number of the line that is read next, from 1.
  private var number: Int { lines.startIndex + 1 }

  mutating func items() throws(ExpectationsError) -> [Expectations.Item] {
    var items: [Expectations.Item] = []
    while !lines.isEmpty { items.append(try item()) }
    return items
  }

  private mutating func item() throws(ExpectationsError) -> Expectations.Item {
    let number = number
    let line = lines.removeFirst()
    if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { return .remark(String(line)) }
    if let (path, rest) = Self.entry(line) { return .value(path, try value(rest, number)) }
    if line == "end" { return .end }
    if let rest = line.rest(behind: "step "), let step = UInt64(rest) { return .step(Step(step)) }
    guard let expression = line.rest(behind: "always ") else {
      throw ExpectationsError(name, line: number, .strange(String(line)))
    }
    do {
      return .always(try Condition(String(expression)))
    } catch {
      throw ExpectationsError(name, line: number, .condition(error))
    }
  }

  /// The path and what stands behind the first ` = ` in front of which there is one.
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
  /// What stands behind `word`, if it begins with that.
  fileprivate func rest(behind word: String) -> Substring? {
    hasPrefix(word) ? dropFirst(word.count) : nil
  }
}
