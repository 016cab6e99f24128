import PlayheadCoding

/// Compares two values of which mostly nothing is encoded.
///
/// The result is that of comparing the encoded values, unless a value that did not change would have
/// thrown. What did not change is taken over: the new value then has the old one's parts, with all that
/// is known of them. Not safe for use from several threads at once.
final class PartComparison {
  let encoder = CanonicalEncoder()
  let book: TypeBook
  /// Whether what only texts and patches need is found out, too.
  let isForText: Bool
  @exclusivity(unchecked) private var taker = PartTaker()
  @exclusivity(unchecked) private var stack = StackGuard()

  init(_ comparisons: Comparisons, isForText: Bool) {
    book = TypeBook(comparisons)
    self.isForText = isForText
  }

  /// To be called before the first of several comparisons on one thread.
  func begin() {
    stack = StackGuard()
  }

  // MARK: Looking into values

  /// What is in a value, one level deep; it is asked once.
  func content(of kept: Kept) throws -> KeptContent {
    if let known = kept.content { return known }
    guard kept.depth < EncodingCore.depthLimit, stack.hasRoom(at: kept.depth) else {
      throw EncodingFault.tooDeep
    }
    let facts = kept.facts(in: book)
    let taken = facts.isOdd ? nil : try kept.takeDown(by: &taker, facts)
    facts.isOdd = taken == nil
    let content = try taken ?? .value(Part.kept(kept).value(by: encoder))
    kept.content = content
    return content
  }

  /// What is in a part, without what merely wraps it.
  func core(of part: Part) throws -> PartCore {
    switch part {
    case .value(let value): return PartCore(content: .value(value), kept: nil)
    case .kept(var kept):
      while true {
        let content = try content(of: kept)
        guard case .wrapped(let inner) = content else {
          return PartCore(content: content, kept: kept)
        }
        kept = inner
      }
    }
  }

  func value(of part: Part) throws -> Value { try part.value(by: encoder) }

  // MARK: Comparing

  /// What leads from `old` to `new`.
  func difference(_ old: Part, _ new: Part) throws -> Difference<Part> {
    switch (old, new) {
    case (.value(let a), .value(let b)): try difference(a, b)
    case (.kept(let a), .kept(let b)): try difference(a, b, old, new)
    default: try difference(core(of: old), core(of: new), old, new)
    }
  }

  private func difference(_ old: Value, _ new: Value) throws -> Difference<Part> {
    if old == new { return .same }
    guard old.kind == new.kind, old.kind == .record || old.kind.isSequence else {
      return .replaced(old: .value(old), new: .value(new))
    }
    return Difference<Value>(from: old, to: new).map { .value($0) }
  }

  /// Goes through what wraps both alike, since each layer may tell that they are the same.
  private func difference(
    _ old: Kept, _ new: Kept, _ oldPart: Part, _ newPart: Part
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
    return try difference(core(of: .kept(one)), core(of: .kept(other)), oldPart, newPart)
  }

  /// Nil if only what is in them can tell.
  private func areSame(_ one: Kept, _ other: Kept) -> Bool? {
    if one === other { return true }
    guard one.isSameType(as: other) else { return nil }
    if one.hasSameBits(as: other) { return true }
    guard let comparison = one.facts(in: book).comparison else { return nil }
    return comparison.areAlike(one.address, other.address)
  }

  private func difference(
    _ old: PartCore, _ new: PartCore, _ oldPart: Part, _ newPart: Part
  ) throws -> Difference<Part> {
    switch (old.content, new.content) {
    case (.value(let a), .value(let b)): return try difference(a, b)
    case (.record(let a), .record(let b)): return try records(a, b, (oldPart, newPart))
    default: break
    }
    if let one = list(old), let other = list(new) { return try lists(one, other) }
    if let one = unordered(old), let other = unordered(new), one.kept.isSameType(as: other.kept) {
      return try unordereds(one, other, (oldPart, newPart))
    }
    guard try kind(of: old) == kind(of: new) else {
      return .replaced(old: oldPart, new: newPart)
    }
    // Containers of one kind, but written in two ways.
    return try difference(value(of: oldPart), value(of: newPart))
  }

  private func kind(of core: PartCore) throws -> Kind {
    switch core.content {
    case .value(let value): value.kind
    case .record: .record
    case .list, .array: .list
    case .unordered(let access): access.kind == .set ? .set : .pairs
    case .wrapped: .null
    }
  }
}

/// What is in a part, and the value that it is in.
struct PartCore {
  var content: KeptContent
  /// Nil for a part that is there already.
  var kept: Kept?
}
