extension StatePath: CustomStringConvertible {
  /// The path as it is written; `StatePath(_:)` reads it back.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .field(let name) where name.isIdentifier: text += (text.isEmpty ? "" : ".") + name
      case .field(let name): text += "[." + name.quoted + "]"
      case .index(let index): text += "[\(index)]"
      case .key(.int(let key)) where key >= 0: text += "[Int(\(key))]"
      case .key(let key): text += "[" + key.literal + "]"
      }
    }
    return text
  }
}

/// A JSON Pointer under construction.
struct JSONPointer {
  private(set) var text = ""

  mutating func append(_ index: Int) {
    text += "/\(index)"
  }

  /// Adds a member's name, with `~` as `~0` and `/` as `~1` (RFC 6901, section 3).
  mutating func append(_ name: String) {
    text += "/"
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      text += name
      return
    }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
