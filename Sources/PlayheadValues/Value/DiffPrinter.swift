/// Prints a diff as Swift, folded: changes with − and +, unchanged parts as a count.
private struct DiffPrinter {
  let options: PrintOptions
  var lines: [String] = []
  private var printer: ValuePrinter { ValuePrinter(options: options) }

  struct Slot {
    /// The text before it: `total: `.
    var label: String
    /// Its type's name.
    var name = ""
    var indent: Int
    /// The comma after it.
    var suffix: String
  }

  mutating func print(_ difference: Difference<Value>, _ slot: Slot) {
    switch difference {
    case .same: break
    case .replaced(let old, let new): printReplacement(old, new, slot)
    case .text(let change): printChange(change, slot)
    case .inside(let container, let steps): printContainer(container, steps, slot)
    }
  }

  private mutating func printReplacement(_ old: Value, _ new: Value, _ slot: Slot) {
    if case .string(let a) = old, case .string(let b) = new,
      max(a.utf8.count, b.utf8.count) > options.textLimit
    {
      printChange(TextChange(from: a, to: b), slot)
    } else {
      print(printer.layout(old, named: slot.name), .removed, slot)
      print(printer.layout(new, named: slot.name), .added, slot)
    }
  }

  private mutating func printChange(_ change: TextChange, _ slot: Slot) {
    print(.word(change.text(of: change.old, options: options)), .removed, slot)
    print(.word(change.text(of: change.new, options: options)), .added, slot)
  }

  private mutating func printContainer(
    _ container: Difference<Value>.Container, _ steps: [Difference<Value>.Step], _ slot: Slot
  ) {
    let isNoCase = slot.indent == 0 && options.isWholeNoCase
    if !isNoCase, container.isCase, case .changed(let place, let payload)? = steps.first,
      case .field(let name) = place.component
    {
      return printCase(name, payload, slot)
    }
    print(steps, of: container.kind, container.kind.brackets(named: slot.name), slot)
  }

  /// The same case with other associated values.
  private mutating func printCase(
    _ name: String, _ payload: Difference<Value>, _ slot: Slot
  ) {
    switch payload {
    case .same: break
    case .replaced(let old, let new):
      printReplacement(.record([.init(name, old)]), .record([.init(name, new)]), slot)
    case .text(let change): printChange(change, slot)
    case .inside(let container, let steps):
      print(steps, of: container.kind, (slot.name + EnumCase.opening(of: name) + "(", ")"), slot)
    }
  }

  private mutating func print(
    _ steps: [Difference<Value>.Step], of kind: ContainerKind,
    _ brackets: (open: String, close: String), _ slot: Slot
  ) {
    print(
      .word(slot.label + brackets.open), .same, Slot(label: "", indent: slot.indent, suffix: ""))
    for (number, step) in steps.enumerated() {
      var inner = Slot(
        label: "", indent: slot.indent + 2, suffix: number < steps.count - 1 ? "," : "")
      switch step {
      case .same(let count): print(.word("… \(count.grouped) unchanged"), .same, inner)
      case .removed(let place, let part):
        inner.label = kind.label(of: place)
        print(printer.layout(part), .removed, inner)
      case .added(let place, let part):
        inner.label = kind.label(of: place)
        print(printer.layout(part), .added, inner)
      case .changed(let place, let difference):
        inner.label = kind.label(of: place)
        print(difference, inner)
      }
    }
    let end = Slot(label: "", indent: slot.indent, suffix: slot.suffix)
    print(.word(brackets.close), .same, end)
  }

  private mutating func print(_ layout: PrintLayout, _ mark: DiffMark, _ slot: Slot) {
    // The mark and its space take two columns.
    let printed = layout.lines(
      prefix: slot.label, suffix: slot.suffix, indent: slot.indent, limit: options.width - 2)
    lines += printed.map { mark.rawValue + " " + $0.text }
  }
}

extension ContainerKind {
  /// The text before and after a container's parts; `name` is its type's name, if known.
  fileprivate func brackets(named name: String) -> (open: String, close: String) {
    switch self {
    case .record: (name + "(", ")")
    case .set: ("Set([", "])")
    case .list, .dictionary: ("[", "]")
    }
  }

  /// `total: `, `"A-7": `, `[3]: `; empty for a set's elements, which have no place.
  fileprivate func label(of place: PartPosition) -> String {
    switch place.component {
    case .field(let name): EnumCase.label(of: name)
    case .key(let key): ValuePrinter(options: PrintOptions()).layout(key).line + ": "
    case .index(let index): self == .set ? "" : "[\(index)]: "
    }
  }
}

/// The kind of a line of a printed diff. U+2212 is as wide as the plus sign, and differs from a hyphen in the text.
private enum DiffMark: String {
  case same = " "
  case removed = "−"
  case added = "+"
}

extension Diff {
  /// The changes as Swift, folded: removed lines begin with −, new ones with +, and unchanged parts are
  /// counted. Empty if nothing changed.
  ///
  /// ```
  ///   Cart(
  ///     … 3 unchanged,
  /// −   total: 1200
  /// +   total: 1680
  ///   )
  /// ```
  ///
  /// Elements have their place as a label: for removed ones the place in the first value, for others in the
  /// second. A long text shows only its change, in `«»`, with its place in Unicode scalars. `name` is the
  /// name of the value's type, if known.
  public func text(named name: String = "", options: PrintOptions = PrintOptions()) -> String {
    var printer = DiffPrinter(options: options)
    printer.print(difference, .init(label: "", name: name, indent: 0, suffix: ""))
    return printer.lines.joined(separator: "\n")
  }
}
