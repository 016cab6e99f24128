import PlayheadCoding

/// A part of a value, described in a line.
package struct ValueChild: Codable, Hashable, Sendable {
  package let name: StatePath.Component
  /// `record`, `list`, `set`, `dictionary`, or what a scalar is: `string`, `int` and so on.
  package let kind: String
  /// The Swift type; nil for scalars, and for parts that had to be encoded together.
  package let type: String?
  /// The number of its own parts; nil for scalars.
  package let count: Int?
  /// The value in Swift's syntax, as far as it fits on a line; of one with many parts, only their number.
  package let text: String
  /// Whether it differs from the part of the same name before; nil if that is unknown.
  package let hasChanged: Bool?
}

extension TrackedLookup {
  /// The number of parts of the value at `path`, and those at `places` of them; nil if there is no value. `old` is the value
  /// before. Looks at the parts at `places` one or a few levels deep, however large they are; a dictionary or a set at
  /// `path` is encoded whole, because its order is that of its encoding.
  package func children(
    at path: StatePath, in value: TrackedValue, since old: TrackedValue?, places: Range<Int>
  ) throws -> (count: Int, shown: [ValueChild])? {
    try comparison.explaining(value.part) {
      guard let whole = try part(at: path, in: value.part, false) else { return nil }
      let parts = try NamedParts(whole, comparison)
      let shown = try places.clamped(to: 0..<parts.count).map { place in
        let (name, part) = parts[place]
        return try child(
          name, part, hasChanged: old.flatMap { differs(name, of: path, part, since: $0) })
      }
      return (parts.count, shown)
    }
  }

  /// Whether the part differs from the one before; nil if one of them cannot be encoded.
  private func differs(
    _ name: StatePath.Component, of path: StatePath, _ part: Part, since old: TrackedValue
  ) -> Bool? {
    do {
      guard let former = try self.part(at: path, in: old.part, false),
        let other = try child(name, of: former, false)
      else { return true }
      return try !comparison.isSame(other, part)
    } catch {
      return nil
    }
  }

  private func child(
    _ name: StatePath.Component, _ part: Part, hasChanged: Bool?
  ) throws -> ValueChild {
    let core = try comparison.core(of: part)
    let kind = comparison.kind(of: core)
    let count = try kind.isContainer ? NamedParts.count(core, part, comparison) : nil
    let type = kind.isContainer ? core.snapshot.map { "\($0.type)" } : nil
    var room = Self.shownParts
    let text: String
    if try fits(core, part, &room) {
      text = try comparison.value(of: part).swiftText(
        named: kind == .record ? type ?? "" : "", options: .inLine)
    } else {
      text =
        "\((count ?? 0).grouped) \(kind == .record ? "members" : kind == .pairs ? "entries" : "elements")"
    }
    return ValueChild(
      name: name, kind: kind.name, type: type, count: count, text: text, hasChanged: hasChanged)
  }

  /// The most parts at all levels of a value that is printed. A line has no room for more.
  private static let shownParts = 64

  /// Whether the value has at most `room` parts. Takes them from the room.
  private func fits(_ core: PartCore, _ part: Part, _ room: inout Int) throws -> Bool {
    room -= 1
    guard room >= 0, comparison.kind(of: core).isContainer else { return room >= 0 }
    let count = try NamedParts.count(core, part, comparison)
    guard count <= room else { return false }
    // Its parts can be seen only by encoding it.
    if case .unordered = core.content { return count == 0 }
    let parts = try NamedParts(part, comparison)
    for place in 0..<parts.count {
      let inner = parts[place].part
      guard try fits(comparison.core(of: inner), inner, &room) else { return false }
    }
    return true
  }
}

/// The parts of a value with their names, in the order of its encoding.
private struct NamedParts {
  private enum Content {
    case values([(name: StatePath.Component, value: Value)])
    case record(RecordParts)
    case list(ListParts)
  }

  private let content: Content

  init(_ part: Part, _ comparison: PartComparison) throws {
    let core = try comparison.core(of: part)
    if case .record(let record) = core.content {
      content = .record(record)
    } else if let list = ListParts(core) {
      content = .list(list)
    } else {
      content = .values(try comparison.value(of: part).namedParts)
    }
  }

  var count: Int {
    switch content {
    case .values(let parts): parts.count
    case .record(let record): record.parts.count
    case .list(let list): list.count
    }
  }

  subscript(place: Int) -> (name: StatePath.Component, part: Part) {
    switch content {
    case .values(let parts): (parts[place].name, .value(parts[place].value))
    case .record(let record): (.field(record.names[place]), record.parts[place])
    case .list(let list): (.index(place), list.part(place))
    }
  }

  /// The number of parts, without encoding a dictionary or a set.
  static func count(
    _ core: PartCore, _ part: Part, _ comparison: PartComparison
  ) throws -> Int {
    if case .unordered(let type) = core.content, let snapshot = core.snapshot {
      return type.count(snapshot)
    }
    return try NamedParts(part, comparison).count
  }
}

extension Kind {
  fileprivate var isContainer: Bool {
    self == .record || isSequence && self != .wrapped && self != .nested
  }

  /// The kind for other programs, which do not know how wide a number is.
  fileprivate var name: String {
    switch self {
    case .uint, .int128, .uint128: "int"
    case .map, .pairs, .members: "dictionary"
    case .wrapped, .nested: "optional"
    case .presence: "null"
    case .float: "double"
    default: "\(self)"
    }
  }
}
