extension Shop {
  /// The shop as lines; none while the stock is unknown.
  var lines: [String] {
    guard !stock.isEmpty else { return [] }
    let items = stock.map { "\(available($0.name) ?? 0) × \($0.name)" }
    return ["Shop: " + items.joined(separator: ", ")]
      + line("Buying", running, end: " …") + line("Bought", bought)
  }

  private func line(_ title: String, _ orders: [Order], end: String = "") -> [String] {
    guard !orders.isEmpty else { return [] }
    let list = orders.map { "\($0.quantity) × \($0.item)" }.joined(separator: ", ")
    return ["\(title): \(list)\(end)"]
  }
}
