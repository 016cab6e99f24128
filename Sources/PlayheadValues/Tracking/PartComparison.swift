import PlayheadCoding

/// Compares two values, and encodes as little of them as possible.
///
/// The result is the same as for the encoded values, unless the encoding of an unchanged value would have
/// thrown. The new value takes the old one's unchanged parts, with everything that is known about them. Not
/// thread-safe.
final class PartComparison {
  let encoder = CanonicalEncoder()
  let book = TypeBook()
  /// Whether a part that cannot be encoded counts as replaced. Otherwise its error is thrown.
  private let isTolerant: Bool
  @exclusivity(unchecked) private var refused: (any Error)?
  @exclusivity(unchecked) private var shallow = ShallowEncoder()
  @exclusivity(unchecked) private var stack = StackGuard()

  init(isTolerant: Bool = false) { self.isTolerant = isTolerant }

  /// Runs `body`. Replaces an error by the error of encoding the parts, if that throws.
  func explaining<Result>(_ parts: Part..., of body: () throws -> Result) throws -> Result {
    stack = StackGuard()
    do {
      return try body()
    } catch {
      // A whole encoding has the refused value and its own message.
      for part in parts { _ = try value(of: part) }
      throw Self.named(error)
    }
  }

  /// The error with the encoder's own words.
  private static func named(_ error: any Error) -> any Error {
    guard let fault = error as? EncodingFault else { return error }
    return EncodingError.invalidValue(fault, .own(fault.sentence))
  }

  // MARK: Looking into values

  /// The content of a value, one level deep. Computed once.
  func content(of snapshot: Snapshot) throws -> SnapshotContent {
    if let known = snapshot.content { return known }
    guard snapshot.depth < EncodingCore.depthLimit, stack.hasRoom(at: snapshot.depth) else {
      throw EncodingFault.tooDeep
    }
    let facts = book.facts(of: snapshot.type)
    let found = facts.isOdd ? nil : try snapshot.content(by: &shallow, facts)
    facts.isOdd = found == nil
    let content = try wrappingNil(
      found ?? .value(value(of: .snapshot(snapshot))), of: snapshot, facts)
    snapshot.content = content
    return content
  }

  /// The content with `.some(nil)` where it is an optional's value that looks like `nil`.
  private func wrappingNil(
    _ content: SnapshotContent, of snapshot: Snapshot, _ facts: TypeFacts
  ) throws -> SnapshotContent {
    switch content {
    case .wrapped(let inner) where facts.isOptional || snapshot.isWrapped:
      guard case .value(let value) = try core(of: .snapshot(inner)).content else { return content }
      let layers = facts.isOptional && snapshot.isWrapped ? value.inOptional : value
      let whole = layers.inOptional
      return whole == value ? content : .value(whole)
    case .value(let value) where snapshot.isWrapped && !facts.isOdd: return .value(value.inOptional)
    default: return content
    }
  }

  /// The content of a part, without wrappers.
  func core(of part: Part) throws -> PartCore {
    switch part {
    case .value(let value): return PartCore(content: .value(value), snapshot: nil)
    case .fields(let record): return PartCore(content: .record(record), snapshot: nil)
    case .snapshot(var snapshot):
      while true {
        let content = try content(of: snapshot)
        guard case .wrapped(let inner) = content else {
          return PartCore(content: content, snapshot: snapshot)
        }
        snapshot = inner
      }
    }
  }

  /// The encoded part. Keeps a text, which may be long and is compared with the next one.
  func value(of part: Part) throws -> Value {
    guard case .snapshot(let snapshot) = part else { return try part.value(by: encoder) }
    if case .value(let known)? = snapshot.content { return known }
    let value = try part.value(by: encoder)
    if case .string = value, snapshot.content == nil { snapshot.content = .value(value) }
    return value
  }

  // MARK: Comparing

  func difference(_ old: Part, _ new: Part) throws -> Difference<Part> {
    isTolerant ? tolerantDifference(old, new) : try exactDifference(old, new)
  }

  /// Forgets the last refusal.
  func beginTolerant() { (stack, refused) = (StackGuard(), nil) }

  /// The first error, since `beginTolerant()`, of a part that cannot be encoded.
  var refusal: (any Error)? { refused.map(Self.named) }

  func tolerantDifference(_ old: Part, _ new: Part) -> Difference<Part> {
    do {
      return try exactDifference(old, new)
    } catch {
      refused = refused ?? error
      return .replaced(old: .value(.null), new: .value(.null))
    }
  }

  private func exactDifference(_ old: Part, _ new: Part) throws -> Difference<Part> {
    switch (old, new) {
    case (.value(let a), .value(let b)): difference(a, b)
    case (.snapshot(let a), .snapshot(let b)): try difference(a, b, old, new)
    default: try difference(core(of: old), core(of: new), old, new)
    }
  }

  /// Whether two parts encode alike. Ends at the first difference.
  func isSame(_ old: Part, _ new: Part) throws -> Bool {
    do {
      if let isSame = areSame(old, new) { return isSame }
      return try isSame(core(of: old), core(of: new)) {
        if case .same = try exactDifference(old, new) { true } else { false }
      }
    } catch  where isTolerant {
      refused = refused ?? error
      return false
    }
  }

  /// The same for two parts without wrappers. `otherwise` compares those of unusual kinds.
  private func isSame(
    _ old: PartCore, _ new: PartCore, _ otherwise: () throws -> Bool
  ) throws -> Bool {
    switch (old.content, new.content) {
    case (.value(let a), .value(let b)): return a == b
    case (.record(let a), .record(let b)):
      guard a.names.areSame(as: b.names) else { return false }
      return try zip(a.parts, b.parts).allSatisfy { try isSame($0, $1) }
    default: break
    }
    guard let a = ListParts(old), let b = ListParts(new) else { return try otherwise() }
    guard a.count == b.count else { return false }
    let memory = SharedMemory(a, b)
    var place = 0
    while place < a.count {
      place = memory?.firstDifference(from: place, to: a.count) ?? place
      guard place < a.count else { break }
      guard try isSame(a.part(place), b.part(place)) else { return false }
      place += 1
    }
    return true
  }

  func difference(_ old: Value, _ new: Value) -> Difference<Part> {
    if old == new { return .same }
    guard old.kind == new.kind, old.kind == .record || old.kind.isSequence else {
      return .replaced(old: .value(old), new: .value(new))
    }
    return Difference<Value>(from: old, to: new).map { .value($0) }
  }

  /// Compares wrapped values layer by layer, because each layer may show that the values are the same.
  private func difference(
    _ old: Snapshot, _ new: Snapshot, _ oldPart: Part, _ newPart: Part
  ) throws -> Difference<Part> {
    var (one, other) = (old, new)
    while true {
      if let isSame = areSame(one, other) {
        return isSame ? .same : .replaced(old: oldPart, new: newPart)
      }
      let (a, b) = (try content(of: one), try content(of: other))
      guard case .wrapped(let inOne) = a, case .wrapped(let inOther) = b else { break }
      (one, other) = (inOne, inOther)
    }
    return try difference(core(of: .snapshot(one)), core(of: .snapshot(other)), oldPart, newPart)
  }

  /// Whether the part's type has a comparison of its own.
  func isComparedCheaply(_ part: Part) -> Bool {
    guard case .snapshot(let snapshot) = part else { return false }
    return book.facts(of: snapshot.type).areAlike != nil
  }

  /// Whether two parts are the same, without a look into them; `nil` if only the contents decide.
  func areSame(_ one: Part, _ other: Part) -> Bool? {
    switch (one, other) {
    case (.value(let a), .value(let b)): a == b
    case (.snapshot(let a), .snapshot(let b)): areSame(a, b)
    default: nil
    }
  }

  private func areSame(_ one: Snapshot, _ other: Snapshot) -> Bool? {
    if one === other { return true }
    guard one.isSameType(as: other) else { return nil }
    if one.hasSameBits(as: other) {
      // What is known about one of them is true of both.
      if other.content == nil { other.content = one.content }
      return true
    }
    return book.facts(of: one.type).areAlike?(one.address, other.address)
  }

  private func difference(
    _ old: PartCore, _ new: PartCore, _ oldPart: Part, _ newPart: Part
  ) throws -> Difference<Part> {
    switch (old.content, new.content) {
    case (.value(let a), .value(let b)): return difference(a, b)
    case (.record(let a), .record(let b)): return try records(a, b, (oldPart, newPart))
    default: break
    }
    if let one = ListParts(old), let other = ListParts(new) { return try lists(one, other) }
    if case .unordered(let type) = old.content, case .unordered = new.content,
      let one = old.snapshot, let other = new.snapshot, one.isSameType(as: other)
    {
      return try unordereds(one, other, type, (oldPart, newPart))
    }
    guard kind(of: old) == kind(of: new) else {
      return .replaced(old: oldPart, new: newPart)
    }
    // Containers of one kind that are encoded in two ways.
    return try difference(value(of: oldPart), value(of: newPart))
  }

  func kind(of core: PartCore) -> Kind {
    switch core.content {
    case .value(let value): value.kind
    case .record: .record
    case .list, .array: .list
    case .unordered(let type): type.kind == .set ? .set : .pairs
    case .wrapped: .null
    }
  }
}

/// The content of a part, and the value with it.
struct PartCore {
  var content: SnapshotContent
  /// `nil` if the part is not a snapshot.
  var snapshot: Snapshot?
}
