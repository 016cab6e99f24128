import PlayheadCoding
import PlayheadValues

/// The fields of one type's values in a log, and as this build reads them.
struct FieldComparison {
  private let notes = DecodingNotes()
  private var supplied: Set<String> = []

  /// Decodes a value by `decode`, which notes what it reads, and compares the value with `stored`, if any.
  /// Returns why it does not fit, or nil.
  mutating func decode(
    _ decode: (DecodingNotes) throws -> (any Encodable)?, stored: () -> Value?
  ) -> Compatibility.Fact? {
    let own = DecodingNotes()
    do {
      let value = try decode(own)
      notes.add(own)
      if let value, let old = stored(), let new = try? CanonicalEncoder().tree(of: value) {
        supplied.formUnion(new.fields(lackingIn: old))
      }
      return nil
    } catch {
      return Compatibility.Fact(of: error, own)
    }
  }

  /// The fields that are read in another way than they were written.
  var facts: [Compatibility.Fact] {
    notes.unread.map { .unread($0) } + supplied.sorted().map { .supplied($0) }
      + notes.converted.map { .converted($0.place, from: $0.kind.article, to: $0.type) }
  }
}

extension Compatibility.Fact {
  /// Why a value does not fit. `error` was thrown when it was decoded with `notes`.
  fileprivate init(of error: any Error, _ notes: DecodingNotes) {
    self =
      switch error {
      case ReplayError.unknownType(_, _, let isUnfinished): isUnfinished ? .unknownAtEnd : .unknown
      case ReplayError.noUpgrade(_, _, let reached, let present):
        .noUpgrade(reached: reached, present: present)
      case IncompatibilityReason.cutShort(let reached, let present):
        .noUpgrade(reached: reached, present: present)
      case let error as DecodingError:
        .incompatible(error.sentence(elements: .alike, refusedBy: notes.refusing))
      default: .incompatible(PlayheadReplay.incompatibility(error))
      }
  }
}

extension Value {
  /// The places of fields that are not nil here and missing in `old`, from which this was decoded.
  fileprivate func fields(lackingIn old: Value, at place: String = "") -> Set<String> {
    switch (self, old) {
    case (.record(let fields), .record(let others)):
      Self.fields(fields, lackingIn: others, at: place)
    case (.list(let elements), .list(let others)):
      Self.fields(of: zip(elements, others), at: place)
    case (.dictionary(let entries), .dictionary(let others)):
      Self.fields(of: zip(entries.map(\.value), others.map(\.value)), at: place)
    default: []
    }
  }

  private static func fields(
    _ fields: [Field], lackingIn others: [Field], at place: String
  ) -> Set<String> {
    let known = Dictionary(others.map { ($0.name, $0.value) }) { _, last in last }
    return fields.reduce(into: []) { places, field in
      let own = place.isEmpty ? field.name : "\(place).\(field.name)"
      if let other = known[field.name] {
        places.formUnion(field.value.fields(lackingIn: other, at: own))
      } else if field.value != .null {
        places.insert(own)
      }
    }
  }

  private static func fields(of pairs: some Sequence<(Value, Value)>, at place: String) -> Set<
    String
  > {
    pairs.reduce(into: []) { $0.formUnion($1.0.fields(lackingIn: $1.1, at: place + "[…]")) }
  }
}
