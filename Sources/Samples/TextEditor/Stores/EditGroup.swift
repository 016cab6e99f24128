/// Edits that are undone and redone together.
package struct EditGroup: Codable, Sendable {
  /// The edits, in the order in which they were made.
  package private(set) var edits: [Edit]

  /// The gesture that the last edit belongs to, as `Replace.transaction` says.
  package private(set) var transaction: Int?

  /// A group of one edit.
  init(_ edit: Edit, transaction: Int?) {
    edits = [edit]
    self.transaction = transaction
  }

  /// The edits that take the group back, in the order to make them in.
  var inverse: [Edit] { edits.reversed().map(\.inverse) }

  /// Takes in the next edit if it belongs to the same gesture or goes on with the same typing;
  /// returns whether it did.
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
