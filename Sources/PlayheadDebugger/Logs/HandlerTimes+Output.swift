import PlayheadLog

/// The times for people and programs.
extension HandlerTimes {
  private static let percentages = [50, 99, 100]

  /// A row per type, under `title`.
  func table(_ title: String) -> Table {
    var table = Table([.left, .right, .right, .right, .right, .right])
    let titles = [title, "count", "total", "median", "99%", "longest"]
    table.add(titles.map { Table.Cell($0, .dim) })
    for type in types {
      let times = type.times
      let total = Self.text(Int64(clamping: times.total), times, upTo: times.count)
      table.add(
        [
          Table.Cell(type.type.title, .cyan), "\(Format.count(times.count))", "\(total)",
        ] + times.percentiles(Self.percentages).map { "\(Self.text($0, times, upTo: 1))" })
    }
    return table
  }

  /// Coarse times are lower bounds, and those below 64 µs are not told apart.
  private static func text(_ time: Int64, _ times: TimeCounts, upTo count: Int) -> String {
    let text = Format.duration(nanoseconds: time)
    guard times.areCoarse else { return text }
    return time > 0 ? "≥ \(text)" : "< \(Format.duration(nanoseconds: 64_000 * Int64(count)))"
  }

  /// An object per type.
  var json: JSON {
    .array(
      types.map { type in
        let parts = type.times.percentiles(Self.percentages)
        return [
          "type": .string(type.type.name), "version": .number(type.type.version),
          "count": .number(type.times.count), "total": .int(Int64(clamping: type.times.total)),
          "median": .int(parts[0]), "percentile99": .int(parts[1]), "longest": .int(parts[2]),
          "exact": .bool(!type.times.areCoarse),
        ]
      })
  }
}
