import PlayheadCoding

/// Takes down the parts that a value hands to its encoder, without looking into them.
///
/// Values that write themselves in an unusual way (into nested containers, through `superEncoder`, a
/// key twice, two containers) are left to the whole encoding, which also knows which of it is misuse.
struct PartTaker {
  private var taking = Taking()

  /// What is in `value`; nil if only a whole encoding can tell.
  mutating func take<T: Encodable>(
    _ value: T, depth: Int, _ facts: TypeFacts
  ) throws -> KeptContent? {
    // A value may have kept its encoder, and must not write into what comes after.
    if !isKnownUniquelyReferenced(&taking) { taking = Taking() }
    taking.begin(depth: depth, room: facts.names.count)
    defer { taking.end() }
    try value.encode(to: PartEncoder(taking: taking))
    return content(facts)
  }

  private func content(_ facts: TypeFacts) -> KeptContent? {
    switch taking.form {
    case .nothing: .record(RecordParts(names: [], parts: []))
    case .odd: nil
    case .sequence: .list(taking.parts)
    case .record: record(facts)
    case .single:
      switch taking.parts.first {
      case .value(let value)?: .value(value)
      case .kept(let kept)?: .wrapped(kept)
      case nil: nil
      }
    }
  }

  private func record(_ facts: TypeFacts) -> KeptContent? {
    if !taking.names.areSame(as: facts.names) {
      guard Set(taking.names).count == taking.names.count else { return nil }
      facts.names = taking.names
    }
    // All values of a type share one array of names.
    return .record(RecordParts(names: facts.names, parts: taking.parts))
  }
}

/// What a value has handed over so far.
final class Taking {
  enum Form {
    case nothing, single, record, sequence
    /// What only a whole encoding understands.
    case odd
  }

  @exclusivity(unchecked) private(set) var form = Form.nothing
  @exclusivity(unchecked) private(set) var names: [String] = []
  @exclusivity(unchecked) private(set) var parts: [Part] = []
  /// How many values the parts are within.
  @exclusivity(unchecked) private(set) var depth = 0

  /// Begins with room for so many parts: as many as the type's last value had.
  func begin(depth: Int, room: Int) {
    form = .nothing
    self.depth = depth + 1
    parts.reserveCapacity(room)
  }

  func end() {
    names.removeAll(keepingCapacity: true)
    // What was taken holds the parts now.
    parts = []
  }

  /// Notes a container. A class and its superclass open the same one.
  func open(_ container: Form) {
    form = form == .nothing || form == container ? container : .odd
  }

  @inline(__always)
  func add(_ part: Part, under name: String) {
    names.append(name)
    parts.append(part)
  }

  @inline(__always)
  func add(_ part: Part) {
    parts.append(part)
  }

  func setSingle(_ part: Part) {
    form = form == .nothing ? .single : .odd
    parts.append(part)
  }

  /// An encoder that leads nowhere, for what only a whole encoding understands.
  func nowhere() -> any Encoder {
    form = .odd
    return discardingEncoder(depth: depth)
  }
}

extension [String] {
  /// Whether both have the same names, byte by byte.
  func areSame(as others: [String]) -> Bool {
    guard count == others.count else { return false }
    for index in indices where !self[index].hasSameBits(as: others[index]) {
      guard self[index].hasSameUTF8(as: others[index]) else { return false }
    }
    return true
  }
}

extension String {
  /// Whether both are the same in memory: names that the compiler wrote nearly always are.
  @inline(__always)
  func hasSameBits(as other: String) -> Bool {
    withUnsafeBytes(of: self) { mine in
      withUnsafeBytes(of: other) { theirs in
        mine.loadUnaligned(as: UInt128.self) == theirs.loadUnaligned(as: UInt128.self)
      }
    }
  }
}
