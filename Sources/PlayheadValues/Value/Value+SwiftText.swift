extension Value {
  /// The value as Swift would write it, within the default limits: `(sku: "A-7", quantity: 2)`.
  public var swiftDescription: String { swiftText() }

  /// The value as Swift would write it: on one line if that fits, else a line per part.
  ///
  /// A value does not know its type's name; with `name` a record prints as `Cart(total: 1200)`
  /// instead of `(total: 1200)`. An enumeration's case prints as `.loading(progress: 0.5)`.
  /// Nothing here is meant to be read back: long parts are folded, and number types not told apart.
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
