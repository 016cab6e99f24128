/// Splits an expression into words as SQLite does.
struct ExpressionScanner {
  private let text: String
  private let signs: [Unicode.Scalar]
  private var place = 0
  private var words: [ExpressionWords.Word] = []
  /// Where the open brackets begin.
  private var open: [Int] = []

  init(_ text: String) {
    self.text = text
    signs = Array(text.unicodeScalars)
  }

  mutating func read() throws(ConditionError) -> [ExpressionWords.Word] {
    while place < signs.count { try readWord() }
    if let bracket = open.last { throw fault(.unclosed("a bracket"), at: bracket) }
    return words
  }

  private mutating func readWord() throws(ConditionError) {
    let sign = signs[place]
    switch sign {
    case " ", "\t", "\n", "\r", "\u{0C}": place += 1
    case "-" where follows("-"): skipLine()
    case "/" where follows("*"): try skipComment()
    case "'": try readQuoted(.text, until: "'")
    case "\"", "`": try readQuoted(.quotedName, until: sign)
    case "[": try readQuoted(.quotedName, until: "]")
    case "," where open.isEmpty: throw fault(.several(","))
    case ";": throw fault(.several(";"))
    case "?", ":", "@", "#", "$", "\0": throw fault(.strangeSign(sign.escaped(asASCII: false)))
    case "(":
      open.append(place)
      readSign()
    case ")":
      guard open.popLast() != nil else { throw fault(.unopened) }
      readSign()
    case _ where Self.isOfName(sign): readName()
    default: readSign()
    }
  }

  private func follows(_ sign: Unicode.Scalar) -> Bool {
    place + 1 < signs.count && signs[place + 1] == sign
  }

  private mutating func skipLine() {
    while place < signs.count, signs[place] != "\n" { place += 1 }
  }

  private mutating func skipComment() throws(ConditionError) {
    let start = place
    place += 2
    while !(place < signs.count && signs[place] == "*" && follows("/")) {
      guard place < signs.count else { throw fault(.unclosed("a comment"), at: start) }
      place += 1
    }
    place += 2
  }

  /// A doubled mark stands for itself. Square brackets have no such escape.
  private mutating func readQuoted(
    _ kind: ExpressionWords.Word.Kind, until end: Unicode.Scalar
  ) throws(ConditionError) {
    let start = place
    var content = String.UnicodeScalarView()
    place += 1
    while true {
      guard place < signs.count else { throw fault(.unclosed("a quotation mark"), at: start) }
      if signs[place] == "\0" { throw fault(.strangeSign(signs[place].escaped(asASCII: false))) }
      if signs[place] == end {
        guard end != "]", follows(end) else { break }
        place += 1
      }
      content.append(signs[place])
      place += 1
    }
    place += 1
    words.append(.init(kind: kind, text: String(content), offset: start))
  }

  private mutating func readName() {
    let start = place
    while place < signs.count, Self.isOfName(signs[place]) || signs[place] == "$" { place += 1 }
    append(.name, from: start)
  }

  private mutating func readSign() {
    place += 1
    append(.sign, from: place - 1)
  }

  private mutating func append(_ kind: ExpressionWords.Word.Kind, from start: Int) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: signs[start..<place])
    words.append(.init(kind: kind, text: String(view), offset: start))
  }

  /// SQLite treats every character beyond ASCII as a letter.
  private static func isOfName(_ sign: Unicode.Scalar) -> Bool {
    switch sign {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: sign.value >= 0x80
    }
  }

  private func fault(_ reason: ConditionError.Reason, at place: Int? = nil) -> ConditionError {
    ConditionError(text, at: place ?? self.place, reason)
  }
}
