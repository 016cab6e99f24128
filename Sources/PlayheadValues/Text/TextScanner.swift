/// Reads a text, scalar by scalar.
struct TextScanner {
  let text: String
  private let scalars: [Unicode.Scalar]
  private(set) var offset = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func skip() {
    offset += 1
  }

  /// Moves past `scalar` if it comes next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  mutating func expect(_ scalar: Unicode.Scalar) throws(PathError) {
    guard take(scalar) else { throw error(.expected("'\(scalar)'")) }
  }

  /// Moves past the longest run of scalars for which `belongs` holds, and returns it.
  mutating func run(while belongs: (Unicode.Scalar) -> Bool) -> String {
    var run = String.UnicodeScalarView()
    while let scalar = next, belongs(scalar) {
      run.append(scalar)
      offset += 1
    }
    return String(run)
  }

  mutating func skipSpaces() {
    while take(" ") {}
  }

  func error(_ reason: PathError.Reason, at offset: Int? = nil) -> PathError {
    PathError(text: text, offset: offset ?? self.offset, reason: reason)
  }
}

extension TextScanner {
  /// A name without quotes; `nil` if none comes next.
  mutating func identifier() -> String? {
    guard let first = next, first.startsIdentifier else { return nil }
    return run(while: \.continuesIdentifier)
  }

  /// A text in double quotes, with Swift's escapes.
  mutating func quotedText() throws(PathError) -> String {
    let start = offset
    guard take("\"") else { throw error(.expected("a text in quotation marks")) }
    var text = String.UnicodeScalarView()
    while let scalar = next {
      skip()
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escape())
      default: text.append(scalar)
      }
    }
    throw error(.unclosedQuote, at: start)
  }

  private mutating func escape() throws(PathError) -> Unicode.Scalar {
    let start = offset - 1
    let letter = next
    skip()
    switch letter {
    case "\"", "\\": return letter ?? "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "u":
      guard take("{") else { break }
      let digits = run(while: \.properties.isASCIIHexDigit)
      guard take("}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
        break
      }
      return scalar
    default: break
    }
    throw error(.unknownEscape, at: start)
  }
}
