package import Foundation

/// The changes on their way: from here to the database, and then to the server, in the order in which
/// they were made.
package struct Outbox: Codable, Sendable, Hashable {
  /// Those that the database does not keep yet. None of them is sent.
  package private(set) var saving: [Change] = []
  /// Those that the database keeps and the server has not answered.
  package private(set) var queue: [Change] = []
  /// What the last action made of an annotation, for the stores behind this one; nil if nothing.
  package private(set) var update: RowUpdate?

  /// The annotation that was changed last, which a view does not leave out.
  package private(set) var latest: UUID?

  /// No changes.
  package init() {}

  /// All that wait, the oldest first.
  package var pending: [Change] { queue + saving }

  /// Takes the queue that a database has kept.
  mutating func open(_ queue: [Change]) {
    self = Outbox()
    self.queue = queue
  }

  /// Takes a change that was made just now; false if there is none, and nothing to forget.
  mutating func record(_ change: Change?) -> Bool {
    guard let change else { return forgetUpdate() }
    saving.append(change)
    latest = change.subject
    update = RowUpdate(id: change.subject, sheet: change.sheet, row: change.after)
    return true
  }

  /// The database keeps `id`.
  mutating func moveToQueue(_ id: UUID) -> Bool {
    guard let change = saving.first(where: { $0.id == id }) else { return forgetUpdate() }
    update = nil
    saving.removeAll { $0.id == id }
    queue.append(change)
    return true
  }

  /// The server has taken `id`.
  mutating func remove(_ id: UUID) -> Bool {
    guard queue.contains(where: { $0.id == id }) else { return forgetUpdate() }
    update = nil
    queue.removeAll { $0.id == id }
    return true
  }

  /// Undoes `id`, and lets the later changes of the same annotation start from what was before it.
  mutating func takeBack(_ id: UUID) -> Bool {
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
