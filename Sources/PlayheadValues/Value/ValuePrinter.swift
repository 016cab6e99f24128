import Foundation
import PlayheadCoding

/// Lays values out in Swift's syntax, within limits.
struct ValuePrinter {
  let options: PrintOptions

  /// A whole value; `name` is the type's name, if known. With a `difference`, marks changes.
  func layout(
    whole value: Value, named name: String, _ difference: Difference<Value>? = nil
  ) -> PrintLayout {
    guard options.isWholeNoCase, case .record(let fields) = value else {
      return layout(value, named: name, difference)
    }
    if difference?.isOfWhole == true { return .changed(record(fields, nil, named: name, [:])) }
    return record(fields, nil, named: name, difference?.changedParts ?? [:])
  }

  /// `name` is the type's name, if known.
  func layout(
    _ value: Value, named name: String = "", _ difference: Difference<Value>? = nil
  ) -> PrintLayout {
    if difference?.isOfWhole == true { return .changed(layout(value, named: name)) }
    let changes = difference?.changedParts ?? [:]
    return switch value {
    case .list(let elements):
      .group("[", folded(elements.count) { .init("", layout(elements[$0], changes[$0])) }, "]")
    case .set(let elements):
      .group("Set([", folded(elements.count) { .init("", layout(elements[$0], changes[$0])) }, "])")
    case .dictionary(let entries):
      entries.isEmpty
        ? .word("[:]") : .group("[", folded(entries.count) { item(entries[$0], changes[$0]) }, "]")
    case .record(let fields): record(fields, value.enumCase, named: name, changes)
    case .wrapped(let value): .word(".some(" + layout(value).line + ")")
    default: .word(word(value))
    }
  }

  private func record(
    _ fields: [Value.Field], _ enumCase: EnumCase?, named name: String,
    _ changes: [Int: Difference<Value>]
  ) -> PrintLayout {
    guard let enumCase else {
      let items = fields.enumerated().map { number, field in
        PrintLayout.Item(EnumCase.label(of: field.name), layout(field.value, changes[number]))
      }
      return .group(name + "(", items, ")")
    }
    // A case is printed and marked as a whole.
    let printed = layout(of: enumCase, named: name)
    return changes.isEmpty ? printed : .changed(printed)
  }

  private func layout(of enumCase: EnumCase, named name: String) -> PrintLayout {
    let opening = name + EnumCase.opening(of: enumCase.name)
    guard !enumCase.payload.isEmpty else { return .word(opening) }
    let items = enumCase.payload.map {
      PrintLayout.Item(EnumCase.label(of: $0.name), layout($0.value))
    }
    return .group(opening + "(", items, ")")
  }

  private func item(
    _ entry: Value.Entry, _ difference: Difference<Value>?
  ) -> PrintLayout.Item {
    .init(layout(entry.key).line + ": ", layout(entry.value, difference))
  }

  private func folded(_ count: Int, _ item: (Int) -> PrintLayout.Item) -> [PrintLayout.Item] {
    let rest = count - options.elementLimit
    guard rest > 0 else { return (0..<count).map(item) }
    return (0..<options.elementLimit).map(item) + [.more(rest)]
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
    case .decimal(let text): DecimalText.plain(text)
    case .string(let text): quoted(text)
    case .bytes(let bytes): data(bytes)
    case .date(let date): ISO8601.text(of: date) ?? date.timeIntervalSinceReferenceDate.description
    case .uuid(let uuid): uuid.uuidString
    case .list, .set, .dictionary, .record, .wrapped: ""
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
  /// A field's name as a label: quoted if it is not an identifier.
  var asLabel: String { isIdentifier ? self : quoted }
}

extension Difference {
  /// Whether there is another value, which is not a container with changed parts.
  fileprivate var isOfWhole: Bool {
    switch self {
    case .replaced, .text: true
    case .same, .inside: false
    }
  }

  /// The differences of a container's parts, by their places in the new container. An added part counts as replaced.
  fileprivate var changedParts: [Int: Difference] {
    guard case .inside(_, let steps) = self else { return [:] }
    var parts: [Int: Difference] = [:]
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place, let part): parts[place.number] = .replaced(old: part, new: part)
      case .changed(let place, let inner): parts[place.number] = inner
      }
    }
    return parts
  }
}

extension Diff {
  /// The second of the two values as Swift, like `Value.swiftText`, each line after a margin where `*` marks
  /// changes. Removed parts have no line to mark.
  ///
  /// `value` must be the second value; otherwise the result is undefined.
  package func markedText(of value: Value, options: PrintOptions) -> String {
    ValuePrinter(options: options).layout(whole: value, named: "", difference)
      // The margin is two columns.
      .lines(limit: options.width - 2).map { ($0.isChanged ? "* " : "  ") + $0.text }
      .joined(separator: "\n")
  }
}

extension Value {
  /// The value in Swift's syntax: on one line if it fits, otherwise a line per part.
  ///
  /// A value does not know its type's name; with `name` a record prints as `Cart(total: 1200)` instead of
  /// `(total: 1200)`. An enumeration's case prints as `.loading(progress: 0.5)`. The text cannot be read
  /// back: long parts are folded, and number types look the same.
  public func swiftText(named name: String = "", options: PrintOptions = PrintOptions()) -> String {
    let layout = ValuePrinter(options: options).layout(whole: self, named: name)
    if let limit = options.lineLimit { return layout.line(within: limit) }
    return layout.text(limit: options.width)
  }
}

extension Value: CustomStringConvertible {
  /// The value in Swift's syntax, within the default limits: `(sku: "A-7", quantity: 2)`.
  public var description: String { swiftText() }
}
