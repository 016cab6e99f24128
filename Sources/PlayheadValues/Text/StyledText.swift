import PlayheadCoding

/// Text for people, which cannot control the terminal that shows it.
///
/// Literals are the program's own text. Interpolated text may come from elsewhere: it stays on one line, with
/// control characters escaped, so it can neither send an escape sequence nor imitate a line of the program.
/// Styles are stored separately, so that the console can escape the text again.
///
///     let line: StyledText = "\(log.name): \(StyledText("whole", .green)), \(count) actions"
package struct StyledText: Codable, Equatable, Sendable {
  fileprivate struct Piece: Codable, Equatable {
    var text: String
    var style: Style?
  }

  private var pieces: [Piece]

  /// `text` on one line, in `style`.
  package init(_ text: String, _ style: Style? = nil) {
    pieces = [Piece(text: text.visible, style: style)]
  }

  /// `text` with its lines, which the program made: names and values in it have no line breaks of their own.
  package init(lines text: String) { pieces = [Piece(text: text.visibleLines)] }

  /// The lines of a printed diff or of marked values, each in the color of its mark.
  package init(marked text: String) {
    pieces = []
    for line in text.visibleLines.splitIntoLines() {
      if !pieces.isEmpty { pieces.append(Piece(text: "\n")) }
      pieces.append(Piece(text: String(line), style: Style(ofMark: line)))
    }
  }

  package var plain: String { pieces.map(\.text).joined() }

  package var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

  /// The number of columns, if the text is one line.
  package var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

  /// The text for a terminal. Escapes everything that is not escaped yet.
  package func rendered(isColored: Bool) -> String {
    pieces.map { piece in
      let text = piece.text.visibleLines
      guard isColored, let style = piece.style, !text.isEmpty else { return text }
      return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }.joined()
  }

  package var lines: [StyledText] {
    var lines: [StyledText] = [""]
    for piece in pieces {
      for (number, part) in piece.text.splitIntoLines().enumerated() {
        if number > 0 { lines.append("") }
        lines[lines.count - 1].pieces.append(Piece(text: String(part), style: piece.style))
      }
    }
    return lines
  }

  /// The text if it takes no more columns than these; otherwise its beginning and an ellipsis.
  package func cut(to columns: Int) -> StyledText {
    guard self.columns > columns else { return self }
    var cut: StyledText = ""
    var left = max(columns - 1, 0)
    for piece in pieces where left > 0 {
      let text = String(piece.text.prefix(columns: left))
      // A wide character that does not fit ends the text.
      left = text.count < piece.text.count ? 0 : left - text.columns
      cut.pieces.append(Piece(text: text, style: piece.style))
    }
    return cut + "…"
  }

  package static func + (one: StyledText, other: StyledText) -> StyledText {
    var sum = one
    sum += other
    return sum
  }

  package static func += (text: inout StyledText, more: StyledText) { text.pieces += more.pieces }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Keeps literals as they are, and escapes interpolated values.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append(Piece(text: text)) }
    }

    package mutating func appendInterpolation(_ text: StyledText) { pieces += text.pieces }

    package mutating func appendInterpolation(_ text: String) {
      pieces.append(Piece(text: text.visible))
    }

    package mutating func appendInterpolation(_ value: some Any) {
      appendInterpolation("\(value)")
    }
  }

  package init(stringLiteral text: String) { pieces = text.isEmpty ? [] : [Piece(text: text)] }

  package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}

extension [StyledText] {
  package func joined(separator: StyledText) -> StyledText {
    var sum: StyledText = ""
    for (number, text) in enumerated() {
      if number > 0 { sum += separator }
      sum += text
    }
    return sum
  }
}

package enum Style: String, Codable, Sendable {
  case bold = "1"
  case dim = "2"
  /// Errors, and removed text.
  case red = "31"
  /// Success, and new text.
  case green = "32"
  /// Warnings.
  case yellow = "33"
  /// Names.
  case cyan = "36"

  /// The style of a line of a printed diff or of marked values, by its mark.
  fileprivate init?(ofMark line: Substring) {
    let line = line.utf8.drop { $0 == UInt8(ascii: " ") }
    if line.starts(with: "− ".utf8) {
      self = .red
    } else if line.starts(with: "+ ".utf8) {
      self = .green
    } else if line.starts(with: "* ".utf8) {
      self = .yellow
    } else {
      return nil
    }
  }
}

extension String {
  /// The lines, found much faster than by comparing characters.
  fileprivate func splitIntoLines() -> [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
  }
}

/// An error whose sentence takes several lines.
package protocol ErrorInLines: Error, CustomStringConvertible {
  /// The sentence, with its lines.
  var text: StyledText { get }
}

extension ErrorInLines {
  package var description: String { text.plain }
}

extension StyledText {
  /// The message of an error: on one line, unless the error has several.
  package init(_ error: any Error) { self = (error as? any ErrorInLines)?.text ?? "\(error)" }
}
