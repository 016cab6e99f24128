import PlayheadCoding

/// The entries of a dictionary whose keys are texts.
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

/// The rows of a dictionary's values, by key.
final class MapEntries {
  /// Of the dictionary as a whole.
  let decoder: RowDecoder
  let rows: [(key: String, view: RowView)]
  /// Where the next key is likely to be found: most dictionaries are read from end to end.
  private var likely = 0
  /// Made when a key is asked for out of turn.
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
        rows.append((key, try elements.next(in: view, field: field, step: AnyKey(entry: key))))
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
