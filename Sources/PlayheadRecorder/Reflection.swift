import PlayheadCoding
import PlayheadFlux
package import PlayheadLog

extension ActionType {
  /// The version of actions and states that were recorded by reflection.
  package static let reflectedVersion = -1

  /// Whether the action was recorded by reflection, so that it cannot be replayed.
  package var isReflected: Bool { version == Self.reflectedVersion }
}

/// A value of any type, encoded by what `Mirror` shows of it. Parts that are `Encodable` encode themselves.
struct Reflection: Encodable, VersionedState, @unchecked Sendable {
  static var stateVersion: Int { ActionType.reflectedVersion }

  /// Deeper parts, and objects within themselves, are left out.
  private static let depthLimit = 32

  let value: Any
  /// The objects around the value.
  private var objects: [ObjectIdentifier] = []
  private var depth = 0

  init(_ value: Any) { self.value = value }

  private func part(_ value: Any) -> Reflection {
    var part = Reflection(value)
    (part.objects, part.depth) = (objects, depth + 1)
    if Mirror(reflecting: self.value).displayStyle == .class {
      part.objects.append(ObjectIdentifier(self.value as AnyObject))
    }
    return part
  }

  private var isRepeated: Bool {
    depth > Self.depthLimit
      || Mirror(reflecting: value).displayStyle == .class
        && objects.contains(ObjectIdentifier(value as AnyObject))
  }

  func encode(to encoder: any Encoder) throws {
    let mirror = Mirror(reflecting: value)
    if isRepeated { return try encode("…", to: encoder) }
    if let value = value as? any Encodable { return try encode(value, to: encoder) }
    switch mirror.displayStyle {
    case .optional:
      if let wrapped = mirror.children.first { return try part(wrapped.value).encode(to: encoder) }
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .collection, .set:
      var container = encoder.unkeyedContainer()
      for child in mirror.children { try container.encode(part(child.value)) }
    case .dictionary:
      var container = encoder.container(keyedBy: Key.self)
      for child in mirror.children {
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        if pair.count == 2 { try container.encode(part(pair[1]), forKey: Key("\(pair[0])")) }
      }
    case .enum: try encodeCase(mirror, to: encoder)
    case nil where mirror.children.isEmpty: try encode("(\(mirror.subjectType))", to: encoder)
    default: try encodeFields(of: mirror, to: encoder)
    }
  }

  private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// As Swift encodes enums: `{"loading": {"progress": 0.5}}`.
  private func encodeCase(_ mirror: Mirror, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    guard let payload = mirror.children.first else {
      _ = container.nestedContainer(keyedBy: Key.self, forKey: Key("\(value)"))
      return
    }
    let key = Key(payload.label ?? "\(value)")
    let values = Mirror(reflecting: payload.value)
    guard values.displayStyle != .tuple else {
      return try container.encode(part(payload.value), forKey: key)
    }
    var fields = container.nestedContainer(keyedBy: Key.self, forKey: key)
    try fields.encode(part(payload.value), forKey: Key("_0"))
  }

  private func encodeFields(of mirror: Mirror, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var next: Mirror? = mirror
    while let mirror = next {
      for (number, child) in mirror.children.enumerated() {
        // A tuple's values without labels are called `.0`, `.1` …
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(number)"
        try container.encode(part(child.value), forKey: Key(label))
      }
      next = mirror.superclassMirror
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
