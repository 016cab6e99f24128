extension StatePath {
  /// Reads a path in the form of `description`.
  ///
  /// Spaces are allowed only inside keys (`grid[(x: 1, y: 2)]`).
  public init(_ text: String) throws(PathError) {
    var parser = PathParser(text)
    self = try parser.path()
  }
}

/// Reads paths. A key in brackets may have any form in which values are written.
private struct PathParser {
  private let text: String
  private var values: ValueParser

  init(_ text: String) { (self.text, values) = (text, ValueParser(text, .swift)) }

  mutating func path() throws(PathError) -> StatePath {
    var path = StatePath()
    if let name = name() { path.components.append(.field(name)) }
    while let next = values.peek {
      switch next {
      case UInt8(ascii: "["): path.components.append(try bracket())
      case UInt8(ascii: ".") where !path.components.isEmpty:
        values.skip()
        guard let name = name() else { throw error(.expected("a name")) }
        path.components.append(.field(name))
      default: throw error(path.components.isEmpty ? .expected("a name or '['") : .otherSign)
      }
    }
    return path
  }

  /// A name without quotation marks, if one comes next.
  private mutating func name() -> String? {
    values.peek?.isSpace == false ? values.identifier() : nil
  }

  private mutating func bracket() throws(PathError) -> StatePath.Component {
    values.skip()
    let start = values
    if values.accept("."), values.peek == UInt8(ascii: "\""), let name = values.text() {
      try end()
      return .field(name)
    }
    values = start
    let isNumber = values.peek?.isDigit == true
    guard let key = values.value() else {
      values = start
      throw error(.expected("a key, such as 3, \"A-7\" or (x: 1),"))
    }
    try end()
    if isNumber, case .int(let place) = key { return .index(Int(place)) }
    return .key(key)
  }

  private mutating func end() throws(PathError) {
    guard values.accept("]") else { throw error(.expected("']'")) }
  }

  private func error(_ reason: PathError.Reason) -> PathError {
    PathError(text: text, offset: values.scalarOffset, reason: reason)
  }
}
