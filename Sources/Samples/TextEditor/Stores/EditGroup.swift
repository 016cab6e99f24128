/// Edits that are undone and redone together.
package struct EditGroup: Codable, Sendable {
  /// The edits, in order.
  package private(set) var edits: [Edit]

  /// The gesture of the last edit: see `Replace.transaction`.
  package private(set) var transaction: Int?

  /// A group of one edit.
  init(_ edit: Edit, transaction: Int?) {
    edits = [edit]
    self.transaction = transaction
  }

  /// The edits that undo the group, in order.
  var inverse: [Edit] { edits.reversed().map(\.inverse) }

  /// Adds the next edit, if it belongs to the same gesture or typing. Returns whether it did.
  mutating func absorb(_ edit: Edit, transaction: Int?) -> Bool {
    let sameGesture = transaction != nil && transaction == self.transaction
    guard sameGesture || edits.count == 1 else { return false }
    if !edits[edits.count - 1].absorb(edit) {
      guard sameGesture else { return false }
      edits.append(edit)
    }
    self.transaction = transaction
    return true
  }
}
