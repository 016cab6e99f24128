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
      if objects.contains(object) { return leftOut(value) }
      objects.append(object)
    }
    if depth > Self.depthLimit || count > Self.partLimit { return leftOut(value) }
    depth += 1
    defer { depth -= 1 }
    if mirror.displayStyle != .optional, let value = value as? any Encodable {
      return try ValueSnapshot(of: value, core)
    }
    let writes = try core.writes { encoder in
      try MirrorWriter(reading: self, objects: objects).write(value, mirror, to: encoder)
    }
    return ValueSnapshot(of: value, writes.write)
  }

  private func leftOut(_ value: Any) -> ValueSnapshot {
    ValueSnapshot(of: value) { try "…".encode(to: $0) }
  }
}

/// Writes one value as Swift would encode it.
private struct MirrorWriter {
  let reading: MirrorReading
  let objects: [ObjectIdentifier]

  private func part(_ value: Any) throws -> ValueSnapshot {
    try reading.snapshot(of: value, within: objects)
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
      _ = members(ofCase: own ?? "\(value)", isData: own == nil, in: encoder)
      return
    }
    var container = members(
      ofCase: own ?? payload.label ?? "_0", isData: value is any CustomReflectable, in: encoder)
    let values = Mirror(reflecting: payload.value)
    guard values.displayStyle == .tuple else {
      return try container.encode(part(payload.value), forKey: .name("_0"))
    }
    // The values are members of the enum, not of a tuple, so that rules for its fields hold.
    for (number, child) in values.children.enumerated() {
      try container.encode(part(child.value), forKey: .name(name(of: child, number)))
    }
  }

  /// The container of a case's values. A secret does not show the name of the case if it is data.
  private func members(
    ofCase name: String, isData: Bool, in encoder: SnapshotEncoder
  ) -> KeyedEncodingContainer<Label> {
    if isData {
      var container = encoder.container(keyedBy: AnyKey.self)
      return container.nestedContainer(keyedBy: Label.self, forKey: AnyKey(name))
    }
    var container = encoder.container(keyedBy: Label.self)
    return container.nestedContainer(keyedBy: Label.self, forKey: .name(name))
  }

  /// Writes the members under names of the app's code, or, of a mirror that the app makes, under names that are data.
  private func writeFields(of value: Any, _ mirror: Mirror, to encoder: SnapshotEncoder) throws {
    var fields: [(name: String, value: ValueSnapshot)] = []
    var next: Mirror? = mirror
    while let mirror = next {
      for (number, child) in mirror.children.enumerated() {
        fields.append((name(of: child, number), try part(child.value)))
      }
      next = mirror.superclassMirror
    }
    if value is any CustomReflectable {
      var container = encoder.container(keyedBy: AnyKey.self)
      for field in fields { try container.encode(field.value, forKey: AnyKey(field.name)) }
    } else {
      var container = encoder.container(keyedBy: Label.self)
      for field in fields { try container.encode(field.value, forKey: .name(field.name)) }
    }
  }

  /// A tuple's values without labels are called `.0`, `.1` …, and a lazy property has a name before its own.
  private func name(of child: Mirror.Child, _ number: Int) -> String {
    guard let label = child.label, !label.hasPrefix(".") else { return "_\(number)" }
    let lazy = "$__lazy_storage_$_"
    return label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
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
