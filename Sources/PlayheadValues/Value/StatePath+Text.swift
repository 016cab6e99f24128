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

extension StatePath {
  /// The path as a JSON Pointer (RFC 6901) into `Value.json`: `/cart/items/3/sku`.
  ///
  /// `nil` if it passes a dictionary's key that is no text: such a dictionary is an array in JSON,
  /// and only `jsonPointer(in:)` knows the place in it.
  public var jsonPointer: String? {
    var pointer = JSONPointer()
    for component in components {
      switch component {
      case .field(let name), .key(.string(let name)): pointer.append(name)
      case .index(let index): pointer.append(index)
      case .key: return nil
      }
    }
    return pointer.text
  }

  /// The path as a JSON Pointer into `value.json`; `nil` if it leads nowhere in `value`.
  public func jsonPointer(in value: Value) -> String? {
    var pointer = JSONPointer()
    var current = value
    for component in components {
      guard let next = current.value(at: StatePath([component])) else { return nil }
      current.appendPointer(to: component, of: &pointer)
      current = next
    }
    return pointer.text
  }
}

extension Value {
  /// Adds the step to a part that exists.
  fileprivate func appendPointer(to component: StatePath.Component, of pointer: inout JSONPointer) {
    guard case .dictionary(let entries) = self else {
      switch component {
      case .field(let name), .key(.string(let name)): pointer.append(name)
      case .index(let index): pointer.append(index)
      case .key: break
      }
      return
    }
    let candidates: [Value] =
      switch component {
      case .field(let name): [.string(name)]
      case .key(let key): [key]
      case .index(let index):
        [.string(String(index)), .int(Int64(index))]
          + (UInt64(exactly: index).map { [.uint($0)] } ?? [])
      }
    let place = candidates.lazy.compactMap { key in entries.firstIndex { $0.key == key } }.first
    guard let place else { return }
    if case .string(let name) = entries[place].key, entries.areObject {
      pointer.append(name)
    } else {
      pointer.append(place)
      pointer.append("value")
    }
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
