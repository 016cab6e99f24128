import PlayheadCoding
import PlayheadLog
package import PlayheadValues

/// What a log has of one subject, as this build reads it: the actions of a type, or the states of a store.
final class SubjectComparison {
  private let subject: Compatibility.Subject
  /// Facts that were counted, in the order in which they first came up.
  private var counted: [Compatibility.Change] = []
  private var places: [Compatibility.Fact: Int] = [:]
  private let notes = DecodingNotes()
  private var unlike = FieldMismatch()

  init(_ subject: Compatibility.Subject) { self.subject = subject }

  /// What is different, counted facts first.
  var changes: [Compatibility.Change] {
    let fields =
      notes.unread.map { .unread($0) } + unlike.supplied.keys.sorted().map { .supplied($0) }
      + notes.converted.map { .converted($0.place, from: $0.kind.article, to: $0.type) }
      + unlike.containers.sorted { $0.key < $1.key }
      .map { .converted($0.key, from: $0.value.old.article, to: $0.value.new.article) }
      as [Compatibility.Fact]
    return counted
      + fields.map { .init(subject: subject, fact: $0, first: .initial, count: 0) }
  }

  /// The places of fields that the log lacks, with the values that the type supplies.
  var supplied: [String: Set<Value>] { unlike.supplied }

  /// Counts a fact at `step`.
  func add(_ fact: Compatibility.Fact, at step: Step) {
    if let place = places[fact] {
      counted[place].count += 1
    } else {
      places[fact] = counted.count
      counted.append(.init(subject: subject, fact: fact, first: step, count: 1))
    }
  }

  /// Decodes a value by `decode`, which notes what it reads, and compares the value with `stored`, if any. If it does
  /// not fit, counts that.
  func compare(
    at step: Step, _ decode: (DecodingNotes) throws -> (any Encodable)?, stored: () -> Value?
  ) {
    let own = DecodingNotes()
    do {
      let value = try decode(own)
      notes.add(own)
      if let value, let old = stored(), let new = try? CanonicalEncoder().tree(of: value) {
        unlike.compare(new, with: old)
      }
    } catch {
      add(Compatibility.Fact(of: error, own), at: step)
    }
  }
}

extension Compatibility.Fact {
  /// Why a value does not fit. `error` was thrown when it was decoded with `notes`.
  fileprivate init(of error: any Error, _ notes: DecodingNotes) {
    self =
      switch error {
      case ReplayError.unknownType(_, _, let isUnfinished): isUnfinished ? .unknownAtEnd : .unknown
      case ReplayError.noUpgrade(_, _, let reached, let current):
        .noUpgrade(reached: reached, current: current)
      case IncompatibilityReason.cutShort(let reached, let current):
        .noUpgrade(reached: reached, current: current)
      case let error as DecodingError:
        .incompatible(error.sentence(elements: .alike, refusedBy: notes.refusing))
      default: .incompatible(PlayheadReplay.incompatibility(error))
      }
  }
}

/// Where decoded values are unlike those in the log that they were decoded from.
private struct FieldMismatch {
  /// The places of fields that the log lacks and that are not nil, with the values that the type supplies.
  var supplied: [String: Set<Value>] = [:]
  /// The places of containers that are of another kind.
  var containers: [String: (old: Kind, new: Kind)] = [:]

  mutating func compare(_ new: Value, with old: Value, at place: String = "") {
    switch (new, old) {
    case (.record(let fields), .record(let others)): compare(fields, with: others, at: place)
    case (.list(let elements), .list(let others)):
      compare(of: zip(elements, others), at: place)
    case (.dictionary(let entries), .dictionary(let others)):
      compare(of: zip(entries.map(\.value), others.map(\.value)), at: place)
    default:
      guard let old = old.container, let new = new.container, old != new else { return }
      containers[place] = (old, new)
    }
  }

  private mutating func compare(
    _ fields: [Value.Field], with others: [Value.Field], at place: String
  ) {
    let known = Dictionary(others.map { ($0.name, $0.value) }) { _, last in last }
    for field in fields {
      let own = place.adding(field: field.name)
      if let other = known[field.name] {
        compare(field.value, with: other, at: own)
      } else if field.value != .null {
        supplied[own, default: []].insert(field.value)
      }
    }
  }

  private mutating func compare(of pairs: some Sequence<(Value, Value)>, at place: String) {
    for (new, old) in pairs { compare(new, with: old, at: place.addingElement) }
  }
}

extension String {
  /// The place of a field of the value at this place.
  fileprivate func adding(field: String) -> String { isEmpty ? field : "\(self).\(field)" }

  /// The place of any element of the value at this place.
  fileprivate var addingElement: String { self + "[…]" }
}

extension StatePath {
  /// The place of the value in its store's states, as ``Replay/suppliedFields()`` has it.
  package var place: String {
    components.dropFirst().reduce("") { place, component in
      if case .field(let name) = component {
        place.adding(field: name)
      } else {
        place.addingElement
      }
    }
  }
}

extension Value {
  /// The value without fields that an older value lacks: those that are nil, and those that have a `supplied` value of their
  /// place.
  package func asOld(as old: Value, without supplied: [String: Set<Value>], at place: String)
    -> Value
  {
    switch (self, old) {
    case (.record(let fields), .record(let others)):
      let known = Dictionary(others.map { ($0.name, $0.value) }) { _, last in last }
      return .record(
        fields.compactMap { field in
          let own = place.adding(field: field.name)
          var field = field
          if let other = known[field.name] {
            field.value = field.value.asOld(as: other, without: supplied, at: own)
          } else if field.value == .null || supplied[own]?.contains(field.value) == true {
            return nil
          }
          return field
        })
    case (.list(let elements), .list(let others)) where elements.count == others.count:
      return .list(
        zip(elements, others).map {
          $0.asOld(as: $1, without: supplied, at: place.addingElement)
        })
    case (.dictionary(let entries), .record(let others)):
      let known = Dictionary(others.map { ($0.name, $0.value) }) { _, last in last }
      return .dictionary(
        entries.map { entry in
          guard case .string(let name) = entry.key, let other = known[name] else { return entry }
          var entry = entry
          entry.value = entry.value.asOld(as: other, without: supplied, at: place.addingElement)
          return entry
        })
    default: return self
    }
  }

  /// The kind of a container; nil for other values.
  fileprivate var container: Kind? {
    switch self {
    case .list: .list
    case .set: .set
    case .dictionary: .map
    case .record: .record
    default: nil
    }
  }
}
