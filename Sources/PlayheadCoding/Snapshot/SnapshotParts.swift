/// What a value wrote into its encoder, in order: usually one container.
final class SnapshotParts {
  private var all: [Part] = []

  enum Part {
    case null
    case value(ValueSnapshot)
    /// The value of an optional member.
    case optional(ValueSnapshot)
    case members(any SnapshotMembers)
    case list(SnapshotList)
    /// What was written into another encoder, as for a superclass.
    case nested(SnapshotParts)
  }

  func add(_ part: Part) { all.append(part) }

  var hasMembers: Bool { if case .members = all.first { true } else { false } }

  func write(to encoder: any Encoder) throws {
    for part in all {
      switch part {
      case .null:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .value(let value), .optional(let value):
        var container = encoder.singleValueContainer()
        try container.encode(value)
      case .members(let members): try members.write(to: encoder)
      case .list(let list):
        var container = encoder.unkeyedContainer()
        try list.write(into: &container)
      case .nested(let parts): try parts.write(to: encoder)
      }
    }
  }
}

/// The elements of an unkeyed container.
final class SnapshotList {
  var parts: [SnapshotParts.Part] = []

  func write(into container: inout any UnkeyedEncodingContainer) throws {
    for part in parts {
      switch part {
      case .null: try container.encodeNil()
      case .value(let value), .optional(let value): try container.encode(value)
      case .members(let members): try members.write(within: &container)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer()
        try list.write(into: &nested)
      case .nested(let parts): try parts.write(to: container.superEncoder())
      }
    }
  }
}

/// The members of a keyed container, whatever its keys.
protocol SnapshotMembers: AnyObject {
  func write(to encoder: any Encoder) throws
  func write(within container: inout any UnkeyedEncodingContainer) throws
  func write<Outer: CodingKey>(
    within container: inout KeyedEncodingContainer<Outer>, forKey key: Outer
  ) throws
}

/// The members of a keyed container. A member without a key is a superclass's.
final class KeyedSnapshotMembers<Key: CodingKey>: SnapshotMembers {
  var members: [(key: Key?, part: SnapshotParts.Part)]

  init(_ members: [(key: Key?, part: SnapshotParts.Part)] = []) { self.members = members }

  func write(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try write(into: &container)
  }

  func write(within container: inout any UnkeyedEncodingContainer) throws {
    var nested = container.nestedContainer(keyedBy: Key.self)
    try write(into: &nested)
  }

  func write<Outer: CodingKey>(
    within container: inout KeyedEncodingContainer<Outer>, forKey key: Outer
  ) throws {
    var nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
    try write(into: &nested)
  }

  private func write(into container: inout KeyedEncodingContainer<Key>) throws {
    for (key, part) in members {
      guard let key else {
        if case .nested(let parts) = part { try parts.write(to: container.superEncoder()) }
        continue
      }
      switch part {
      case .null: try container.encodeNil(forKey: key)
      case .value(let value): try container.encode(value, forKey: key)
      case .optional(let value): try container.encodeIfPresent(value, forKey: key)
      case .members(let members): try members.write(within: &container, forKey: key)
      case .list(let list):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try list.write(into: &nested)
      case .nested(let parts): try parts.write(to: container.superEncoder(forKey: key))
      }
    }
  }
}
