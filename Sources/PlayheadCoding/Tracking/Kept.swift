/// A copy of a value of any type, which is looked into only when asked.
///
/// The copy is what makes memory a witness: as long as it is held, nobody changes the storage that it
/// shares with the app's values in place, so a value of the same type with the same bits in memory is
/// the same value. (What lies behind a reference to a class may change unseen, here as in the app.)
class Kept {
  /// How many values this one is within, as encoders count them.
  let depth: Int
  /// What is in it, once somebody has asked.
  @exclusivity(unchecked) var content: KeptContent?
  /// What is remembered of the parts of a list, a dictionary or a set.
  @exclusivity(unchecked) var memory: KeptMemory?

  init(depth: Int) {
    self.depth = depth
  }

  /// What is known of the type.
  func facts(in book: TypeBook) -> TypeFacts { book.facts(of: Never.self) }

  /// Whether the two, which are of one type, have the same bits in memory.
  func hasSameBits(as other: Kept) -> Bool { self === other }

  /// Whether a comparison of the type's own finds the two, which are of it, to be written alike.
  func isAlike(_ other: Kept, by comparison: CheapComparison) -> Bool { self === other }

  /// How many bytes it takes at least, as the type's own comparison knows.
  func leastSize(by comparison: CheapComparison) -> Int { 0 }

  /// Takes down what is in it, and nothing of what is in that.
  func takeDown(by taker: inout PartTaker, _ facts: TypeFacts) throws -> KeptContent? { nil }

  /// The value as a tree, or nil if that takes more than `limit` canonical bytes.
  func tree(by encoder: CanonicalEncoder, upTo limit: Int) throws -> Value? { nil }

  /// The digest of the canonical form.
  func digest(by encoder: CanonicalEncoder) throws -> Digest { Digest(0) }
}

extension Kept {
  /// What is to be remembered of the parts goes here.
  func remember() -> KeptMemory {
    if let memory { return memory }
    let new = KeptMemory()
    memory = new
    return new
  }

  /// Whether both are of one static type.
  @inline(__always)
  func isSameType(as other: Kept) -> Bool { type(of: self) == type(of: other) }

  /// Whether `value` has the same type and the same bits in memory.
  func isSame<T: Encodable>(_ value: T) -> Bool {
    guard type(of: self) == KeptCopy<T>.self else { return false }
    let kept = unsafeDowncast(self, to: KeptCopy<T>.self)
    return withUnsafeBytes(of: value) { mine in
      withUnsafeBytes(of: &kept.value) { mine.hasSameBits(as: $0) }
    }
  }
}

/// What is remembered of the parts of a list, a dictionary or a set.
final class KeptMemory {
  /// Elements of a list that were looked at, by their place.
  var elements: [Int: Part] = [:]
  /// The digests of a list's elements, if they were asked for; 0 for those that are not known.
  var digests: [UInt64] = []
  /// What a dictionary holds for keys that were looked at.
  var entries: [Value: Part] = [:]
  /// The keys of a dictionary, or the elements of a set, once they were put in order.
  var keys: KeyTable?
}

/// A copy of a value of the static type `T`, as a container was handed it.
final class KeptCopy<T: Encodable>: Kept {
  /// Variable only so that its memory can be looked at without a copy of it.
  @exclusivity(unchecked) var value: T

  init(_ value: T, depth: Int) {
    self.value = value
    super.init(depth: depth)
  }

  override func facts(in book: TypeBook) -> TypeFacts { book.facts(of: T.self) }

  override func hasSameBits(as other: Kept) -> Bool {
    let other = unsafeDowncast(other, to: KeptCopy<T>.self)
    return withUnsafeBytes(of: &value) { mine in
      withUnsafeBytes(of: &other.value) { mine.hasSameBits(as: $0) }
    }
  }

  override func isAlike(_ other: Kept, by comparison: CheapComparison) -> Bool {
    let other = unsafeDowncast(other, to: KeptCopy<T>.self)
    return withUnsafePointer(to: &value) { mine in
      withUnsafePointer(to: &other.value) { comparison.areAlike(mine, $0) }
    }
  }

  override func leastSize(by comparison: CheapComparison) -> Int {
    withUnsafePointer(to: &value) { comparison.leastSize($0) }
  }

  override func takeDown(by taker: inout PartTaker, _ facts: TypeFacts) throws -> KeptContent? {
    if let leaf = Leaf(T.self) { return .value(leaf.value(of: value)) }
    if let list = facts.list { return .array(list) }
    if let unordered = facts.unordered { return .unordered(unordered) }
    return try taker.take(value, depth: depth, facts)
  }

  override func tree(by encoder: CanonicalEncoder, upTo limit: Int) throws -> Value? {
    try encoder.tree(of: value, depth: depth, upTo: limit)
  }

  override func digest(by encoder: CanonicalEncoder) throws -> Digest {
    try encoder.digest(of: value, depth: depth)
  }
}

/// Parts of a state under their names, such as the states of an app's stores: a record that no type
/// stands for, and that counts as no level of nesting.
final class KeptRecord: Kept {
  init(_ fields: [(name: String, value: any Encodable)]) {
    super.init(depth: -1)
    let parts = fields.map { Part(any: $0.value, depth: 0) }
    content = .record(RecordParts(names: fields.map(\.name), parts: parts))
  }

  /// The same fields, to be exchanged one by one.
  init(copying other: RecordParts) {
    super.init(depth: -1)
    content = .record(RecordParts(names: other.names, parts: other.parts))
  }

  override func tree(by encoder: CanonicalEncoder, upTo limit: Int) throws -> Value? {
    guard case .record(let record)? = content else { return nil }
    var fields: [Value.Field] = []
    for (name, part) in zip(record.names, record.parts) {
      guard let value = try part.value(by: encoder, upTo: limit) else { return nil }
      fields.append(Value.Field(name, value))
    }
    return .record(fields)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both are the same bytes; they are equally many.
  @inline(__always)
  fileprivate func hasSameBits(as other: UnsafeRawBufferPointer) -> Bool {
    guard let mine = baseAddress, let theirs = other.baseAddress else { return true }
    return sameBytes(mine, theirs, count)
  }
}
