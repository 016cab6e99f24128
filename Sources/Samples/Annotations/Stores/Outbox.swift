package import Foundation

/// The changes on their way: first to the database, then to the server, in the order in which they were made.
package struct Outbox: Codable, Sendable, Hashable {
  /// The changes that are not in the database yet. None of them is sent.
  package private(set) var saving: [Change] = []
  /// The changes in the database that the server has not answered.
  package private(set) var queue: [Change] = []
  /// The last action's update of an annotation, for the later stores; nil if none.
  package private(set) var update: RowUpdate?

  /// The annotation that was changed last. Views always show it.
  package private(set) var latest: UUID?

  /// No changes.
  package init() {}

  /// All waiting changes, the oldest first.
  package var pending: [Change] { queue + saving }

  /// Sets the queue from a database.
  mutating func open(_ queue: [Change]) {
    self = Outbox()
    self.queue = queue
  }

  /// Adds a new change. Returns false if there is no change, and no update to clear.
  mutating func record(_ change: Change?) -> Bool {
    guard let change else { return forgetUpdate() }
    saving.append(change)
    latest = change.subject
    update = RowUpdate(id: change.subject, sheet: change.sheet, row: change.after)
    return true
  }

  /// The database has saved the change `id`.
  mutating func moveToQueue(_ id: UUID) -> Bool {
    guard let change = saving.first(where: { $0.id == id }) else { return forgetUpdate() }
    update = nil
    saving.removeAll { $0.id == id }
    queue.append(change)
    return true
  }

  /// The server has accepted the change `id`.
  mutating func remove(_ id: UUID) -> Bool {
    guard queue.contains(where: { $0.id == id }) else { return forgetUpdate() }
    update = nil
    queue.removeAll { $0.id == id }
    return true
  }

  /// Undoes the change `id`. Later changes of the same annotation then start from the row before it.
  mutating func undo(_ id: UUID) -> Bool {
    guard let change = pending.first(where: { $0.id == id }) else { return forgetUpdate() }
    let later = pending.drop { $0.id != id }.dropFirst().map(\.id)
    var row = change.before
    queue.removeAll { $0.id == id }
    saving.removeAll { $0.id == id }
    Outbox.rebase(&queue, later, on: &row, of: change.subject)
    Outbox.rebase(&saving, later, on: &row, of: change.subject)
    update = RowUpdate(id: change.subject, sheet: change.sheet, row: row)
    return true
  }

  private static func rebase(
    _ changes: inout [Change], _ ids: [UUID], on row: inout Annotation?, of subject: UUID
  ) {
    for index in changes.indices
    where changes[index].subject == subject && ids.contains(changes[index].id) {
      changes[index].before = row
      row = changes[index].after
    }
  }

  private mutating func forgetUpdate() -> Bool {
    defer { update = nil }
    return update != nil
  }
}
