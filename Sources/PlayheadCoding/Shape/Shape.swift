/// What all values written alike have in common: keys and kinds, in the order of their writing.
///
/// A row is its shape's fields, one after the other, without tags or names. Members of nested
/// structs are fields of the same shape, whichever container was written to in between, so that a
/// value of fixed layout has one shape and one flat run of fields.
package final class Shape: Sendable {
  /// One step of the writing: a value, or the opening of a container, under `key` of the container
  /// numbered `parent` (−1: the value itself, which has no key).
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
  /// The members of each container. Of a key written twice, the last counts.
  package let containers: [[Member]]
  /// The value itself.
  package let root: Place

  /// How deep containers may nest in one shape; what lies deeper is a row of its own.
  package static let depthLimit = 256

  /// Nil if the entries are not a writing of one value: no root, two roots, a parent unheard of,
  /// containers nested deeper than `depthLimit`.
  package init?(_ entries: [Entry]) {
    var fields: [Kind] = []
    var containers: [[Member]] = []
    var depths: [Int] = []
    var root: Place?
    var seen: Set<Entry> = []
    for entry in entries {
      let place: Place
      if entry.kind == .record {
        place = .container(containers.count)
        let depth = depths.indices.contains(Int(entry.parent)) ? depths[Int(entry.parent)] + 1 : 0
        guard depth < Self.depthLimit else { return nil }
        depths.append(depth)
        containers.append([])
      } else {
        place = .field(fields.count)
        fields.append(entry.kind)
      }
      if entry.parent == -1 {
        guard root == nil else { return nil }
        root = place
      } else {
        let parent = Int(entry.parent)
        let known = entry.kind == .record ? containers.count - 1 : containers.count
        guard parent >= 0, parent < known else { return nil }
        let isNew = seen.insert(Entry(parent: entry.parent, key: entry.key, kind: .null)).inserted
        if !isNew { containers[parent].removeAll { $0.key == entry.key } }
        containers[parent].append(Member(key: entry.key, place: place))
      }
    }
    guard let root else { return nil }
    self.entries = entries
    self.fields = fields
    self.sequences = fields.indices.filter { fields[$0].isSequence }
    self.containers = containers
    self.root = root
  }
}
