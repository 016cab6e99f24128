extension ValueSnapshot {
  /// Takes down what `Mirror` shows of a value of any type. Parts that are `Encodable` encode themselves, and
  /// what is not becomes what Swift would encode if it were.
  ///
  /// Throws the error of an `encode(to:)`.
  package init(reflecting value: Any) throws {
    self = try MirrorReading().snapshot(of: value, within: [])
  }
}

/// Reads values by their mirrors.
private final class MirrorReading {
  /// Deeper parts, and objects within themselves, are left out.
  private static let depthLimit = 32
  /// Objects that refer to each other can have more parts than there is memory for.
  private static let partLimit = 100_000

  private let core = SnapshotCore()
  private var depth = 0
  private var count = 0

  /// A snapshot of a value within `objects`.
  func snapshot(of value: Any, within objects: [ObjectIdentifier]) throws -> ValueSnapshot {
    let mirror = Mirror(reflecting: value)
    var objects = objects
    count += 1
    if mirror.displayStyle == .class {
      let object = ObjectIdentifier(value as AnyObject)
      if objects.contains(object) { return try leftOut(value) }
      objects.append(object)
    }
    if depth > Self.depthLimit || count > Self.partLimit { return try leftOut(value) }
    depth += 1
    defer { depth -= 1 }
    if mirror.displayStyle != .optional, let value = value as? any Encodable {
      return try ValueSnapshot(of: value, core)
    }
    let parts = try core.parts { encoder in
      try MirrorWriter(reading: self, objects: objects).write(value, mirror, to: encoder)
    }
    return ValueSnapshot(of: value, parts: parts)
  }

  private func leftOut(_ value: Any) throws -> ValueSnapshot {
    ValueSnapshot(of: value, parts: try core.parts { try "…".encode(to: $0) })
  }
}

/// Writes one value as Swift would encode it.
private struct MirrorWriter {
  let reading: MirrorReading
  let objects: [ObjectIdentifier]

  private func part(_ value: Any) throws -> ValueSnapshot {
    try reading.snapshot(of: value, within: objects)
  }

  private func member(_ child: Mirror.Child) throws -> SnapshotParts.Part {
    .value(try part(child.value))
  }

  func write(_ value: Any, _ mirror: Mirror, to encoder: SnapshotEncoder) throws {
    switch mirror.displayStyle {
    case .optional:
      var container = encoder.singleValueContainer()
      guard let wrapped = mirror.children.first else { return try container.encodeNil() }
      try container.encode(part(wrapped.value))
    case .collection, .set:
      var container = encoder.unkeyedContainer()
      for child in mirror.children { try container.encode(part(child.value)) }
    case .dictionary: try writeEntries(of: mirror, to: encoder)
    case .enum: try writeCase(of: value, mirror, to: encoder)
    case nil where mirror.children.isEmpty: try "(\(mirror.subjectType))".encode(to: encoder)
    default: try writeFields(of: value, mirror, to: encoder)
    }
  }

  /// Keys that are texts in Swift's own encoding are texts here, and others are values, so that what is secret
  /// in them is redacted.
  private func writeEntries(of mirror: Mirror, to encoder: SnapshotEncoder) throws {
    let entries = mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
      .filter { $0.count == 2 }
    let keys = entries.compactMap { text(ofKey: $0[0]) }
    guard keys.count == entries.count else {
      var container = encoder.unkeyedContainer()
      for value in entries.joined() { try container.encode(part(value)) }
      return
    }
    let values = try zip(keys, entries).map { ($0, try part($1[1])) }
    try Dictionary(values) { first, _ in first }.encode(to: encoder)
  }

  private func text(ofKey key: Any) -> String? {
    switch key {
    case let text as String: text
    case let number as Int: String(number)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }

  /// As Swift encodes enums: `{"loading": {"progress": 0.5}}`.
  private func writeCase(of value: Any, _ mirror: Mirror, to encoder: SnapshotEncoder) throws {
    let own = enumCaseName(of: value)
    guard let payload = mirror.children.first else {
      // A description of the app's own may have data in it.
      return encoder.parts.add(members([(own ?? "\(value)", members([], false))], own == nil))
    }
    let (name, isData) = (own ?? payload.label ?? "_0", value is any CustomReflectable)
    let values = Mirror(reflecting: payload.value)
    // The values are members of the enum, not of a tuple, so that rules for its fields hold.
    let fields =
      values.displayStyle == .tuple
      ? try members(
        values.children.enumerated().map { (self.name(of: $1, $0), try member($1)) }, false)
      : members([("_0", try member(payload))], false)
    encoder.parts.add(members([(name, fields)], isData))
  }

  private func writeFields(of value: Any, _ mirror: Mirror, to encoder: SnapshotEncoder) throws {
    var fields: [(String, SnapshotParts.Part)] = []
    var next: Mirror? = mirror
    while let mirror = next {
      for (number, child) in mirror.children.enumerated() {
        fields.append((name(of: child, number), try member(child)))
      }
      next = mirror.superclassMirror
    }
    encoder.parts.add(members(fields, value is any CustomReflectable))
  }

  /// A tuple's values without labels are called `.0`, `.1` …, and a lazy property has a name before its own.
  private func name(of child: Mirror.Child, _ number: Int) -> String {
    guard let label = child.label, !label.hasPrefix(".") else { return "_\(number)" }
    let lazy = "$__lazy_storage_$_"
    return label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
  }

  /// Members under names of the app's code, or under names that are data, which a secret does not show.
  private func members(
    _ members: [(String, SnapshotParts.Part)], _ areData: Bool
  ) -> SnapshotParts.Part {
    areData
      ? .members(KeyedSnapshotMembers<AnyKey>(members.map { (AnyKey($0), $1) }))
      : .members(KeyedSnapshotMembers<Label>(members.map { (Label.name($0), $1) }))
  }

  /// A name of the app's code.
  private enum Label: CodeKey {
    case name(String)

    var stringValue: String {
      switch self {
      case .name(let name): name
      }
    }
    var intValue: Int? { nil }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }
}
