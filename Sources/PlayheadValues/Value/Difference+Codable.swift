// A difference goes from one process to another as one value. To encode each of its steps by itself would take most of the
// time of a list with changes.

extension Difference: Codable where Part == Value {
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    guard let difference = try Difference(Value(from: decoder)) else {
      throw DecodingError.dataCorrupted(.own(decoder.codingPath, "this is no difference"))
    }
    self = difference
  }

  private var value: Value {
    switch self {
    case .same: .null
    case .replaced(let old, let new): .list(["replaced", old, new])
    case .text(let change): change.value
    case .inside(let container, let steps):
      .list([
        .string(container.kind.rawValue), .bool(container.isCase), .bool(container.isJSONArray),
        container.whole.map { .list([$0.old, $0.new]) } ?? .null, .list(steps.map(\.value)),
      ])
    }
  }

  private init?(_ value: Value) {
    switch value {
    case .null: self = .same
    case .list(let parts) where parts.count == 3 && parts[0] == "replaced":
      self = .replaced(old: parts[1], new: parts[2])
    case .list(let parts) where parts.count == 5:
      guard let container = Container(parts), case .list(let values) = parts[4] else { return nil }
      let steps = values.compactMap(Step.init)
      guard steps.count == values.count else { return nil }
      self = .inside(container, steps: steps)
    default:
      guard let change = TextChange(value) else { return nil }
      self = .text(change)
    }
  }
}

extension Difference.Container where Part == Value {
  fileprivate init?(_ parts: [Value]) {
    guard case .string(let name) = parts[0], let kind = ContainerKind(rawValue: name),
      case .bool(let isCase) = parts[1], case .bool(let isJSONArray) = parts[2]
    else { return nil }
    var whole: Difference.Whole?
    if case .list(let both) = parts[3], both.count == 2 {
      whole = .init(old: both[0], new: both[1])
    }
    self.init(kind: kind, isCase: isCase, isJSONArray: isJSONArray, whole: whole)
  }
}

extension Difference.Step where Part == Value {
  fileprivate var value: Value {
    switch self {
    case .same(let count): .int(Int64(count))
    case .removed(let place, let part):
      .list(["removed", place.number.value, place.component.value, part])
    case .added(let place, let part):
      .list(["added", place.number.value, place.component.value, part])
    case .changed(let place, let inner):
      .list(["changed", place.number.value, place.component.value, inner.value])
    }
  }

  fileprivate init?(_ value: Value) {
    switch value {
    case .int(let count): self = .same(Int(count))
    case .list(let parts) where parts.count == 4:
      guard case .int(let number) = parts[1], let component = StatePath.Component(parts[2]) else {
        return nil
      }
      let place = PartPosition(number: Int(number), component: component)
      switch parts[0] {
      case "removed": self = .removed(place, parts[3])
      case "added": self = .added(place, parts[3])
      case "changed":
        guard let inner = Difference(parts[3]) else { return nil }
        self = .changed(place, inner)
      default: return nil
      }
    default: return nil
    }
  }
}

extension TextChange {
  fileprivate var value: Value {
    .list([
      place.value, utf16Place.value, .string(old), .string(new), .string(before),
      .bool(hasMoreBefore), .string(after), .bool(hasMoreAfter),
    ])
  }

  fileprivate init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 8,
      case (.int(let place), .int(let utf16Place)) = (parts[0], parts[1]),
      case (.string(let old), .string(let new)) = (parts[2], parts[3]),
      case (.string(let before), .bool(let hasMoreBefore)) = (parts[4], parts[5]),
      case (.string(let after), .bool(let hasMoreAfter)) = (parts[6], parts[7])
    else { return nil }
    (self.place, self.utf16Place, self.old, self.new) = (Int(place), Int(utf16Place), old, new)
    (self.before, self.hasMoreBefore) = (before, hasMoreBefore)
    (self.after, self.hasMoreAfter) = (after, hasMoreAfter)
  }
}

extension StatePath.Component {
  fileprivate var value: Value {
    switch self {
    case .field(let name): .string(name)
    case .index(let index): index.value
    case .key(let key): .list([key])
    }
  }

  fileprivate init?(_ value: Value) {
    switch value {
    case .string(let name): self = .field(name)
    case .int(let index): self = .index(Int(index))
    case .list(let key) where key.count == 1: self = .key(key[0])
    default: return nil
    }
  }
}

extension Int {
  fileprivate var value: Value { .int(Int64(self)) }
}
