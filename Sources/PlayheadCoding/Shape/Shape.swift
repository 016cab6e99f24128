/// The keys and kinds of a value, in the order of writing. Values that are written alike share a shape.
///
/// A row is its shape's fields, one after the other, without tags or names. Members of nested structs are
/// fields of the same shape, even if other containers were written to in between. So a value of fixed layout
/// has one shape and one flat run of fields. An optional member has two fields, a presence and a value, so that
/// a type with forty of them has one shape and not one for each combination.
@usableFromInline
package final class Shape: Sendable {
  /// One step of writing: a value, or the opening of a container, under `key` of the container `parent` (−1:
  /// the value itself, without a key).
  package struct Entry: Hashable, Sendable {
    package var parent: Int32
    package var key: String
    package var kind: Kind

    package init(parent: Int32, key: String, kind: Kind) {
      self.parent = parent
      self.key = key
      self.kind = kind
    }
  }

  /// The place of a member's value.
  package enum Location: Equatable, Sendable {
    case field(Int)
    case container(Int)
  }

  /// A key of a container, and its place.
  package struct Member: Sendable {
    package var key: String
    package var place: Location
    /// The field that says whether the member has a value; `nil` if it always has.
    package var presence: Int?
  }

  package let entries: [Entry]
  /// The kinds of the fields, in the order of writing.
  package let fields: [Kind]
  /// The numbers of the fields that are sequences; their bytes follow all other fields.
  package let sequences: [Int]
  /// The members of each container, in the order in which they were first written. If a key is written twice,
  /// the last value counts; a container that is opened twice is one.
  package let containers: [[Member]]
  /// The fields with the members of each container whose names are data; `nil` if there are none.
  package let dataMembers: [Int?]
  /// The place of the value itself.
  package let root: Location
  /// The kind of a value that is a single field and not a sequence.
  package let primitive: Kind?
  /// The indexes of the members of large containers.
  private let indexes: [Int: [String: Int]]

  /// The deepest nesting of containers in one shape; deeper values get their own rows.
  package static let depthLimit = 256
  /// In smaller containers, comparing the keys one by one is faster than hashing.
  private static let indexedSize = 16

  /// `nil` if the entries do not describe one value: no root, two roots, an unknown parent, or containers
  /// nested deeper than `depthLimit`, or a presence without its value.
  package init?(_ entries: [Entry]) {
    var layout = ShapeLayout()
    for entry in entries {
      guard layout.add(entry) else { return nil }
    }
    guard let root = layout.root, layout.isComplete else { return nil }
    let fields = layout.fields
    self.entries = entries
    self.fields = fields
    sequences = fields.indices.filter { fields[$0].isSequence }
    containers = layout.containers
    dataMembers = layout.dataMembers
    indexes = layout.indexes.filter { $0.value.count > Self.indexedSize }
    self.root = root
    primitive = root == .field(0) && fields.count == 1 && !fields[0].isSequence ? fields[0] : nil
  }

  /// The only member of a container of one member; nil for other places.
  package func onlyMember(_ place: Location) -> Member? {
    guard case .container(let container) = place, containers[container].count == 1,
      dataMembers[container] == nil
    else { return nil }
    return containers[container][0]
  }

  /// Whether all of its values have the same members.
  package var isRigid: Bool { sequences.isEmpty && !fields.contains(.presence) }

  /// The position of `key` among the members of `container`.
  package func member(_ key: String, of container: Int) -> Int? {
    if let index = indexes[container] { return index[key] }
    return containers[container].firstIndex { $0.key == key }
  }
}

extension Shape {
  /// Appends the shape's definition: the number of entries, then each entry's parent + 1, kind, key.
  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: entries.count)
    for entry in entries {
      bytes.append(varint: Int(entry.parent) + 1)
      bytes.append(entry.kind.rawValue)
      bytes.append(string: entry.key)
    }
  }

  /// The memory of an entry, its member, its field, and its part of the tables of large containers.
  private static let memoryOfEntry = 160

  /// Reads a shape's definition.
  package static func read(from reader: inout ByteReader) throws(ByteFault) -> Shape {
    let start = reader.position
    var entries: [Entry] = []
    for _ in 0..<(try reader.count(of: 3, taking: memoryOfEntry)) {
      let parent = try reader.varint()
      guard parent <= UInt64(entries.count), let kind = Kind(rawValue: try reader.byte()) else {
        throw ByteFault.malformed("a shape", at: start)
      }
      entries.append(Entry(parent: Int32(parent) - 1, key: try reader.string(), kind: kind))
    }
    guard let shape = Shape(entries) else { throw ByteFault.malformed("a shape", at: start) }
    return shape
  }
}
