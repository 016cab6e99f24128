import Foundation

/// Lays values out as Swift would write them, within limits.
struct ValuePrinter {
  let options: PrintOptions

  /// A whole value; `name` is the type's name, if the caller knows it.
  func layout(whole value: Value, named name: String) -> PrintLayout {
    guard options.isWholeNoCase, case .record(let fields) = value else {
      return layout(value, named: name)
    }
    return record(fields, nil, named: name)
  }

  /// `name` is the type's name, if the caller knows it.
  func layout(_ value: Value, named name: String = "") -> PrintLayout {
    switch value {
    case .list(let elements): .group("[", folded(elements.lazy.map { item($0) }), "]")
    case .set(let elements): .group("Set([", folded(elements.lazy.map { item($0) }), "])")
    case .dictionary(let entries):
      entries.isEmpty ? .word("[:]") : .group("[", folded(entries.lazy.map { item($0) }), "]")
    case .record(let fields): record(fields, value.enumCase, named: name)
    default: .word(word(value))
    }
  }

  private func record(_ fields: [Value.Field], _ enumCase: EnumCase?, named name: String)
    -> PrintLayout
  {
    guard let enumCase else { return .group(name + "(", fields.map { item($0) }, ")") }
    let opening = name + enumCase.opening
    guard !enumCase.payload.isEmpty else { return .word(opening) }
    let items = enumCase.payload.map {
      PrintLayout.Item(EnumCase.label(of: $0.name), layout($0.value))
    }
    return .group(opening + "(", items, ")")
  }

  private func item(_ element: Value) -> PrintLayout.Item { .init("", layout(element)) }

  private func item(_ field: Value.Field) -> PrintLayout.Item {
    .init(field.name.asLabel + ": ", layout(field.value))
  }

  private func item(_ entry: Value.Entry) -> PrintLayout.Item {
    .init(layout(entry.key).line + ": ", layout(entry.value))
  }

  private func folded(_ items: some RandomAccessCollection<PrintLayout.Item>) -> [PrintLayout.Item]
  {
    let rest = items.count - options.elementLimit
    guard rest > 0 else { return Array(items) }
    return items.prefix(options.elementLimit) + [.init("", .word("… \(rest.grouped) more"))]
  }
}

// MARK: - Words

extension ValuePrinter {
  private func word(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): String(value)
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .int128(let value): String(value)
    case .uint128(let value): String(value)
    case .float(let value): value.description
    case .double(let value): value.description
    case .decimal(let text): text
    case .string(let text): quoted(text)
    case .bytes(let bytes): data(bytes)
    case .date(let date): ISO8601.text(of: date) ?? date.timeIntervalSinceReferenceDate.description
    case .uuid(let uuid): uuid.uuidString
    case .list, .set, .dictionary, .record: ""
    }
  }

  /// `"The qui" … 104,000 more characters`
  func quoted(_ text: String) -> String {
    // A text has at most as many characters as bytes, and bytes need no counting.
    guard text.utf8.count > options.textLimit else { return text.quoted }
    let shown = text.prefix(options.textLimit)
    guard shown.endIndex < text.endIndex else { return text.quoted }
    let rest = text[shown.endIndex...].count
    return shown.quoted + " … \(rest.grouped) more character\(rest == 1 ? "" : "s")"
  }

  /// `Data(00 ff 10 … 1,021 more bytes)`
  private func data(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(options.byteLimit).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let rest = bytes.count - shown.count
    let note = rest > 0 ? ["… \(rest.grouped) more byte\(rest == 1 ? "" : "s")"] : []
    return "Data(" + (shown + note).joined(separator: " ") + ")"
  }
}

extension String {
  /// A field's name as a label: quoted if it is no identifier.
  var asLabel: String { isIdentifier ? self : quoted }
}
