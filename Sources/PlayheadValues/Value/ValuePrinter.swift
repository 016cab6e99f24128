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
    if case .replaced = difference { return .changed(record(fields, nil, named: name, .none)) }
    return record(fields, nil, named: name, PartChanges(difference))
  }

  /// `name` is the type's name, if known.
  func layout(
    _ value: Value, named name: String = "", _ difference: Difference<Value>? = nil
  ) -> PrintLayout {
    if case .replaced = difference { return .changed(layout(value, named: name)) }
    let changes = PartChanges(difference)
    return switch value {
    case .list(let elements):
      .group("[", folded(elements.count) { item("", elements[$0], changes[$0]) }, "]")
    case .set(let elements):
      .group("Set([", folded(elements.count) { item("", elements[$0], changes[$0]) }, "])")
    case .dictionary(let entries):
      entries.isEmpty
        ? .word("[:]") : .group("[", folded(entries.count) { item(entries[$0], changes[$0]) }, "]")
    case .record(let fields): record(fields, value.enumCase, named: name, changes)
    case .wrapped(let value): .word(".some(" + layout(value).line + ")")
    default: .word(word(value))
    }
  }

  private func record(
    _ fields: [Value.Field], _ enumCase: EnumCase?, named name: String, _ changes: PartChanges
  ) -> PrintLayout {
    guard let enumCase else {
      let items = fields.enumerated().map {
        item(EnumCase.label(of: $0.element.name), $0.element.value, changes[$0.offset])
      }
      return .group(name + "(", items, ")")
    }
    // A case is printed and marked as a whole.
    let layout = layout(of: enumCase, named: name)
    return changes.isEmpty ? layout : .changed(layout)
  }

  private func layout(of enumCase: EnumCase, named name: String) -> PrintLayout {
    let opening = name + enumCase.opening
    guard !enumCase.payload.isEmpty else { return .word(opening) }
    let items = enumCase.payload.map {
      PrintLayout.Item(EnumCase.label(of: $0.name), layout($0.value))
    }
    return .group(opening + "(", items, ")")
  }

  private func item(
    _ label: String, _ value: Value, _ change: PartChanges.Change?
  ) -> PrintLayout.Item {
    switch change {
    case nil: .init(label, layout(value))
    case .added: .init(label, .changed(layout(value)))
    case .inside(let difference): .init(label, layout(value, difference))
    }
  }

  private func item(_ entry: Value.Entry, _ change: PartChanges.Change?) -> PrintLayout.Item {
    item(layout(entry.key).line + ": ", entry.value, change)
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

/// The changes of a container's parts, by their places in the new container.
struct PartChanges {
  enum Change {
    case added
    case inside(Difference<Value>)
  }

  private var changes: [Int: Change] = [:]

  static let none = PartChanges(nil)

  /// The changes if a container changed inside; none for other differences.
  init(_ difference: Difference<Value>?) {
    guard case .inside(_, let steps) = difference else { return }
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place, _): changes[place.number] = .added
      case .changed(let place, let inner): changes[place.number] = .inside(inner)
      }
    }
  }

  var isEmpty: Bool { changes.isEmpty }

  subscript(place: Int) -> Change? { changes[place] }
}

extension Diff {
  /// The second of the two values as Swift, like `Value.swiftText`, each line after a margin where `*` marks
  /// changes. Removed parts have no line to mark.
  ///
  /// `value` must be the second value; otherwise the result is undefined.
  package func markedText(of value: Value, options: PrintOptions) -> String {
    ValuePrinter(options: options).layout(whole: value, named: "", difference)
      // The margin is two columns.
      .rows(limit: options.width - 2).map { ($0.isChanged ? "* " : "  ") + $0.text }
      .joined(separator: "\n")
  }
}

extension Value {
  /// The value in Swift's syntax, within the default limits: `(sku: "A-7", quantity: 2)`.
  public var swiftDescription: String { swiftText() }

  /// The value in Swift's syntax: on one line if it fits, otherwise a line per part.
  ///
  /// A value does not know its type's name; with `name` a record prints as `Cart(total: 1200)` instead of
  /// `(total: 1200)`. An enumeration's case prints as `.loading(progress: 0.5)`. The text cannot be read
  /// back: long parts are folded, and number types look the same.
  public func swiftText(named name: String = "", options: PrintOptions = PrintOptions()) -> String {
    let layout = ValuePrinter(options: options).layout(whole: self, named: name)
    if let limit = options.lineLimit { return layout.line(within: limit) }
    return layout.lines(limit: options.width).joined(separator: "\n")
  }
}

extension Value: CustomStringConvertible {
  /// The same as `swiftDescription`.
  public var description: String { swiftDescription }
}
