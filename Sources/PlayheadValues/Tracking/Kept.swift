import PlayheadCoding

/// A copy of a value of any type, which is looked into only when asked.
///
/// The copy is what makes memory a worker: as long as it is held, nobody changes the storage that it
/// shares with the app's values in place, so a value of the same type with the same bits in memory is
/// the same value. (What lies behind a reference to a class may change unseen, here as in the app.)
class Kept {
  /// How many values this one is within, as encoders count them.
  let depth: Int
  /// What is in it, once somebody has asked.
  @exclusivity(unchecked) var content: KeptContent?
  /// What is remembered of the parts of a list, a dictionary or a set.
  @exclusivity(unchecked) var memory: KeptMemory?

  /// Where the value lies, for as long as this is there: generic code that looks for it takes a look-up
  /// of the type each time.
  let address: UnsafeRawPointer
  /// How many bytes it takes there; nil for what has no memory of its own and is the same as nothing.
  fileprivate let size: Int?

  fileprivate init(depth: Int, address: UnsafeRawPointer, size: Int?) {
    (self.depth, self.address, self.size) = (depth, address, size)
  }

  /// What is known of the type.
  func facts(in book: TypeBook) -> TypeFacts { book.facts(of: Never.self) }

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

  /// Whether the two, which are of one type, have the same bits in memory.
  @inline(__always)
  func hasSameBits(as other: Kept) -> Bool {
    guard let size else { return false }
    return sameBytes(address, other.address, size)
  }

  /// Whether `value` has the same type and the same bits in memory.
  func isSame<T: Encodable>(_ value: T) -> Bool {
    guard type(of: self) == KeptCopy<T>.self, let size else { return false }
    return withUnsafePointer(to: value) { sameBytes($0, address, size) }
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
  private let storage: UnsafeMutablePointer<T>

  init(_ value: T, depth: Int) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: value)
    super.init(depth: depth, address: UnsafeRawPointer(storage), size: MemoryLayout<T>.size)
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  private var value: T { storage.pointee }

  override func facts(in book: TypeBook) -> TypeFacts { book.facts(of: T.self) }

  override func takeDown(by taker: inout PartTaker, _ facts: TypeFacts) throws -> KeptContent? {
    if let primitive = Primitive(T.self) { return .value(primitive.value(of: value)) }
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
  private let storage: UnsafeMutablePointer<UInt8>

  convenience init(_ fields: [(name: String, value: any Encodable)]) {
    let parts = fields.map { Part(any: $0.value, depth: 0) }
    self.init(RecordParts(names: fields.map(\.name), parts: parts))
  }

  /// The same fields, to be exchanged one by one.
  convenience init(copying other: RecordParts) {
    self.init(RecordParts(names: other.names, parts: other.parts))
  }

  private init(_ fields: RecordParts) {
    storage = .allocate(capacity: 1)
    super.init(depth: -1, address: UnsafeRawPointer(storage), size: nil)
    content = .record(fields)
  }

  deinit {
    storage.deallocate()
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
