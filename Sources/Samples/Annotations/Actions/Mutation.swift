package import PlayheadFlux

/// A user's action that changes an annotation. Each goes all the way from the state to the views, the
/// database, the queue and the server.
package protocol Mutation: Action {
  /// The change on `board`; nil if there is nothing to do, or if a rule forbids it.
  func change(on board: Board, _ context: Context) -> Change?
}

extension Mutation {
  /// A change of `row`, unless the row is gone or stays the same.
  func change(
    of row: Annotation?, _ operation: Change.Operation, on board: Board, _ context: Context
  ) -> Change? {
    guard let row, operation.applied(to: row) != row else { return nil }
    return Change(
      id: context.uuid(), subject: row.id, sheet: row.sheet, number: row.number,
      author: board.user, date: context.now, before: row, operation: operation)
  }

  /// A new annotation on the selected sheet. Only its author sees it until it is shared.
  func addition(
    of content: Annotation.Content, _ title: String, on board: Board, _ context: Context
  ) -> Change {
    let annotation = Annotation(
      id: context.uuid(), sheet: board.sheet.number, number: board.sheet.lastNumber + 1,
      title: title, author: board.user, created: context.now, shareStatus: .personal,
      content: content)
    return Change(
      id: context.uuid(), subject: annotation.id, sheet: annotation.sheet,
      number: annotation.number, author: board.user, date: annotation.created, before: nil,
      operation: .add(annotation))
  }
}
