package import PlayheadCoding

/// Compares the members that types ask for with those in a log, to find members that are no longer read.
///
/// Members are identified by place, for all values together: a member that is read in some values counts as
/// read. Not thread-safe.
package final class DecodingNotes {
  /// A number of one kind that was read as a type of another kind, which can hold it.
  package struct Conversion: Hashable {
    /// The place, for all values together.
    package var place: String
    package var kind: Kind
    package var type: String
  }

  private struct Record {
    var present: Set<String> = []
    var asked: Set<String> = []
    /// Whether the type asked for the list of members, and so may use any.
    var asksForKeys = false

    func merged(with other: Record) -> Record {
      Record(
        present: present.union(other.present), asked: asked.union(other.asked),
        asksForKeys: asksForKeys || other.asksForKeys)
    }
  }

  private var records: [String: Record] = [:]
  private var conversions: Set<Conversion> = []
  private var failure: (type: String, depth: Int)?

  package init() {}

  /// The members that no type asked for, by their places, in order.
  package var unread: [String] {
    records.flatMap { place, record in
      record.asksForKeys
        ? []
        : record.present.subtracting(record.asked).map { place.isEmpty ? $0 : "\(place).\($0)" }
    }.sorted()
  }

  /// The numbers that were read as types of other kinds, in order of their places.
  package var converted: [Conversion] {
    conversions.sorted {
      ($0.place, $0.kind.rawValue, $0.type) < ($1.place, $1.kind.rawValue, $1.type)
    }
  }

  /// The innermost type that refused the last value; `nil` if a scalar's did.
  package var refusing: String? { failure?.type }

  package func add(_ other: DecodingNotes) {
    records.merge(other.records) { $0.merged(with: $1) }
    conversions.formUnion(other.conversions)
  }

  // MARK: Noting

  func open(_ members: [String], at place: String) {
    records[place, default: Record()].present.formUnion(members)
  }

  func ask(for key: String, at place: String) {
    records[place, default: Record()].asked.insert(key)
  }

  func askForAll(at place: String) { records[place, default: Record()].asksForKeys = true }

  /// Notes that the value at `path` was read as `type`. Only numbers have several kinds.
  @inline(__always)
  package func read(
    _ kind: Kind, as primitive: Primitive, _ type: any Any.Type,
    at path: @autoclosure () -> [any CodingKey]
  ) {
    guard kind != primitive.kind else { return }
    conversions.insert(
      Conversion(
        place: CodingPathText.text(of: path(), elements: .alike), kind: kind, type: "\(type)"))
  }

  package func fail(_ type: any Any.Type, at depth: Int) {
    if let failure, failure.depth == depth + 1 {
      self.failure?.depth = depth
    } else {
      failure = ("\(type)", depth)
    }
  }
}
