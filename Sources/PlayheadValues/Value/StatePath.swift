/// A place inside a value, in a readable form: `cart.items[3].sku`, `byID["a b"].title`.
///
/// ```swift
/// let path = try StatePath("cart.items[3].sku")
/// print(state.value(at: path) ?? "nothing there")
/// ```
///
/// `description` is unambiguous, and the parser reads it back for every path:
///
/// | written | means |
/// |---|---|
/// | `document.text` | the field `text` of the field `document` |
/// | `[."first name"]` | a field whose name is not an identifier |
/// | `items[3]` | the element 3 of a list, or of a set in canonical order |
/// | `byID["a b"]` | a dictionary's text key |
/// | `grid[(x: 1, y: -2)]`, `offsets[-3]`, `offsets[Int(3)]` | a key of another type |
/// | nothing | the value itself |
public struct StatePath: Hashable, Sendable {
  /// One step from a value to a part of it.
  public enum Component: Codable, Sendable {
    /// To a record's field.
    case field(String)
    /// To an element of a list or a set, counted from 0.
    case index(Int)
    /// To the value of a dictionary for a key.
    case key(Value)
  }

  /// The steps, from the outermost to the innermost.
  public var components: [Component]

  /// The path with these steps; without steps, the value itself.
  public init(_ components: [Component] = []) {
    self.components = components
  }

  /// This path with one more step.
  public func appending(_ component: Component) -> StatePath {
    StatePath(components + [component])
  }
}

extension StatePath.Component: Hashable {
  /// Whether both are the same step; names compare by their UTF-8.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.field(let a), .field(let b)): a.hasSameUTF8(as: b)
    case (.index(let a), .index(let b)): a == b
    case (.key(let a), .key(let b)): a == b
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .field(let name):
      hasher.combine(0)
      name.hashUTF8(into: &hasher)
    case .index(let index):
      hasher.combine(1)
      hasher.combine(index)
    case .key(let key):
      hasher.combine(2)
      hasher.combine(key)
    }
  }
}

extension StatePath: Codable {
  /// Writes the path as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads a path; throws ``PathError`` for other texts.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }
}

extension StatePath: CustomStringConvertible {
  /// The path as text; `StatePath(_:)` reads it back.
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
