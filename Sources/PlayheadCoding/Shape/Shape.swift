/// What all values written alike have in common: keys and kinds, in the order of their writing.
///
/// A row is its shape's fields, one after the other, without tags or names. Members of nested
/// structs are fields of the same shape, whichever container was written to in between, so that a
/// value of fixed layout has one shape and one flat run of fields.
@usableFromInline
package final class Shape: Sendable {
  /// One step of writing: a value, or opening a container, under `key` of the container `parent` (−1: the value itself,
  /// without a key).
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

  /// Where a member's value is.
  package enum Place: Equatable, Sendable {
    case field(Int)
    case container(Int)
  }

  /// A key of a container and what it leads to.
  package struct Member: Sendable {
    package var key: String
    package var place: Place
  }

  package let entries: [Entry]
  /// The kinds of the fields, in the order of their writing.
  package let fields: [Kind]
  /// The numbers of the fields that are sequences: their bytes follow those of all other fields.
  package let sequences: [Int]
  /// The members of each container, in the order in which they were first written. Of a key written twice, the last counts;
  /// a container opened twice is one.
  package let containers: [[Member]]
  /// The value itself.
  package let root: Place
  /// The kind of a value that is a single field and no sequence.
  package let primitive: Kind?
  /// Where the members of large containers are.
  private let indexes: [Int: [String: Int]]

  /// How deep containers may nest in one shape; what lies deeper is a row of its own.
  package static let depthLimit = 256
  /// Below this, comparing a container's keys one by one is faster than hashing.
  private static let indexedSize = 16

  /// Nil if the entries do not describe one value: no root, two roots, an unknown parent, or containers nested deeper than
  /// `depthLimit`.
  package init?(_ entries: [Entry]) {
    var layout = ShapeLayout()
    for entry in entries {
      guard layout.add(entry) else { return nil }
    }
    guard let root = layout.root else { return nil }
    let fields = layout.fields
    self.entries = entries
    self.fields = fields
    sequences = fields.indices.filter { fields[$0].isSequence }
    containers = layout.containers
    indexes = layout.indexes.filter { $0.value.count > Self.indexedSize }
    self.root = root
    primitive = root == .field(0) && fields.count == 1 && !fields[0].isSequence ? fields[0] : nil
  }

  /// The position of `key` among the members of `container`.
  package func member(_ key: String, of container: Int) -> Int? {
    if let index = indexes[container] { return index[key] }
    return containers[container].firstIndex { $0.key == key }
  }
}

extension Shape {
  /// Appends the shape's definition: the count of entries, then each entry's parent + 1, kind, key.
  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: entries.count)
    for entry in entries {
      bytes.append(varint: Int(entry.parent) + 1)
      bytes.append(entry.kind.rawValue)
      bytes.append(string: entry.key)
    }
  }

  /// An entry with its member and its field, and what comes of it in the tables of large containers.
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
