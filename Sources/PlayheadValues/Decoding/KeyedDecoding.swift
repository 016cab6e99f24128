import PlayheadCoding

/// A container of named members. Each conforming type finds a member in its own way.
///
/// Inlined everywhere, so that the standard library's calls go directly to the container.
protocol KeyedDecoding: KeyedDecodingContainerProtocol {
  associatedtype Member: MemberDecoder
  func find(_ key: Key) throws -> Member?
}

protocol MemberDecoder: Decoder {
  var isNull: Bool { get }
  func decode<T: Decodable>(_ type: T.Type) throws -> T
  /// The value in the member's own row, or the value itself if it has none.
  func unwrapped() throws -> Self
}

extension KeyedDecoding {
  @inline(__always)
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decode(type)
  }

  // The standard protocol's defaults for these two throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try member(key).decode(type)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try member(key).decode(type)
  }

  /// A member that may be missing or `nil`. The standard library's implementation looks it up three times.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let found = try find(key), !found.isNull else { return nil }
    return try found.unwrapped().decode(type)
  }

  @inline(__always)
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key).unwrapped() }

  @inline(__always)
  private func member(_ key: Key) throws -> Member {
    if let found = try find(key) { return found }
    throw DecodingError.keyNotFound(
      key, .own(codingPath, "the log has no '\(key.stringValue)' here"))
  }
}

struct RowDecodingContainer<Key: CodingKey>: KeyedDecoding {
  let view: RowView
  let container: Int
  /// The members whose names are data; `nil` if there are none.
  private let dataMembers: MapEntries?
  /// Records what the type asks for; `nil` if only values are needed.
  private let notes: DecodingNotes?
  /// The container's place in the notes.
  private let notedPlace: String

  init(view: RowView, container: Int) throws {
    (self.view, self.container) = (view, container)
    dataMembers = try view.shape.dataMembers[container].map {
      try MapEntries(view: view, field: $0)
    }
    notes = view.context.notes
    notedPlace =
      notes == nil
      ? "" : CodingPathText.text(of: view.path(to: .container(container)), elements: .alike)
    notes?.open(names, at: notedPlace)
  }

  var codingPath: [any CodingKey] { view.path(to: .container(container)) }

  /// The names of all members, each once.
  var names: [String] {
    var names = view.names(in: container)
    guard let dataMembers else { return names }
    var known = Set(names)
    for row in dataMembers.rows where known.insert(row.key).inserted { names.append(row.key) }
    return names
  }

  var allKeys: [Key] {
    notes?.askForAll(at: notedPlace)
    // A loop, because `compactMap` in generic code is slow for every element.
    var keys: [Key] = []
    for name in names {
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

  @inline(__always)
  func find(_ key: Key) throws -> RowDecoder? { find(key.stringValue) }

  @inline(__always)
  private func find(_ name: String) -> RowDecoder? {
    notes?.ask(for: name, at: notedPlace)
    if let place = view.place(of: name, in: container) { return RowDecoder(view, place) }
    return dataMembers?.row(name).map { RowDecoder($0) }
  }

  func superDecoder() throws -> any Decoder {
    guard let found = find("super") else {
      throw RowDecoder(view, .container(container)).noSuper()
    }
    return try found.unwrapped()
  }
}

/// The entries of a dictionary with text keys.
struct MapDecodingContainer<Key: CodingKey>: KeyedDecoding {
  let entries: MapEntries

  var codingPath: [any CodingKey] { entries.codingPath }
  var allKeys: [Key] { entries.rows.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { entries.row(key.stringValue) != nil }

  func find(_ key: Key) throws -> RowDecoder? {
    entries.row(key.stringValue).map { RowDecoder($0) }
  }

  func superDecoder() throws -> any Decoder {
    guard let row = entries.row("super") else { throw entries.decoder.noSuper() }
    return RowDecoder(row)
  }
}

final class MapEntries {
  let decoder: RowDecoder
  let rows: [(key: String, view: RowView)]
  /// The likely position of the next key: most dictionaries are read from start to end.
  private var likely = 0
  /// Made when a key is not the likely one.
  private lazy var index: [String: Int] = Dictionary(
    rows.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { _, last in last })

  var codingPath: [any CodingKey] { decoder.codingPath }

  init(view: RowView, field: Int) throws {
    decoder = RowDecoder(view, .field(field))
    rows = try view.checked { () throws(ByteFault) in
      var elements = try view.elements(of: field)
      var rows: [(key: String, view: RowView)] = []
      rows.reserveCapacity(elements.count)
      while rows.count < elements.count {
        let key = try elements.key()
        let step = AnyKey(key, isData: true)
        rows.append((key, try elements.next(in: view, field: field, step: step)))
      }
      return rows
    }
  }

  func row(_ key: String) -> RowView? {
    if likely < rows.count, rows[likely].key == key {
      likely += 1
      return rows[likely - 1].view
    }
    guard let position = index[key] else { return nil }
    likely = position + 1
    return rows[position].view
  }
}
