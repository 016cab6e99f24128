import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// The times for people and programs.
extension HandlerTimes {
  /// A table by types of action under `title`, and one by stores if their times are known.
  func tables(_ title: String) -> [Table] {
    let stores = stores.longestFirst { $0 }
    let types = types.longestFirst(\.title).map { ($0.key.title, $0.times) }
    let table = TimeCounts.table(title, types)
    return stores.isEmpty ? [table] : [table, TimeCounts.table("\(title), by store", stores)]
  }

  /// An object per type of action.
  var typesJSON: JSON {
    .array(
      types.longestFirst(\.title).map { type, times in
        .object(
          [("type", .string(type.name)), ("version", .number(type.version))] + times.jsonMembers)
      })
  }

  /// An object per store.
  var storesJSON: JSON {
    .array(
      stores.longestFirst { $0 }.map { store, times in
        .object([("store", .string(store))] + times.jsonMembers)
      })
  }
}

extension TimeCounts {
  private static let percentages = [50, 99, 100]

  /// A row for each name, under `title`.
  fileprivate static func table(_ title: String, _ rows: [(String, TimeCounts)]) -> Table {
    var table = Table([.left, .right, .right, .right, .right, .right])
    let titles = [title, "count", "total", "median", "99%", "longest"]
    table.add(titles.map { Table.Cell($0, .dim) })
    for (name, times) in rows {
      let total = times.text(Int64(clamping: times.total), upTo: times.count)
      table.add(
        [Table.Cell(name, .cyan), "\(Format.count(times.count))", "\(total)"]
          + times.percentiles(percentages).map { "\(times.text($0, upTo: 1))" })
    }
    return table
  }

  /// Coarse times are lower bounds, and those below 64 µs are not told apart.
  private func text(_ time: Int64, upTo count: Int) -> String {
    let text = Format.duration(nanoseconds: time)
    guard areCoarse else { return text }
    return time > 0 ? "≥ \(text)" : "< \(Format.duration(nanoseconds: 64_000 * Int64(count)))"
  }

  /// In nanoseconds.
  fileprivate var jsonMembers: [(key: String, value: JSON)] {
    let parts = percentiles(Self.percentages)
    return [
      ("count", .number(count)), ("total", .int(Int64(clamping: total))),
      ("median", .int(parts[0])),
      ("percentile99", .int(parts[1])), ("longest", .int(parts[2])), ("exact", .bool(!areCoarse)),
    ]
  }
}
