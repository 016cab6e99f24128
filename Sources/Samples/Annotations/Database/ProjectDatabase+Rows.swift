import Foundation

extension ProjectDatabase {
  /// Does to a row what a change has done to its annotation.
  ///
  /// - Throws: `DatabaseError`; `gone` or `taken` if another session was faster.
  func keep(_ change: Change) throws {
    switch change.operation {
    case .add(let annotation):
      try requireFreeNumber(for: annotation)
      try put(annotation, change.subject)
    case .delete:
      try put(nil, change.subject)
    case .setStatus, .assign, .share:
      guard let after = change.after, try update(after) else {
        throw DatabaseError.gone(path: connection.path)
      }
    }
  }

  /// Makes a row what it was before a change. One that another session has deleted stays deleted,
  /// unless deleting it is what is undone.
  func restore(_ update: RowUpdate, before change: UUID) throws {
    let changes = try connection.rows(
      "SELECT change FROM queue WHERE id = ?", .text(change.uuidString), read: Change.init(row:))
    if let row = update.row, changes.first?.after != nil {
      _ = try self.update(row)
    } else {
      try put(update.row, update.id)
    }
  }

  /// Gives the row of `annotation` the values that change; false if there is none.
  private func update(_ annotation: Annotation) throws -> Bool {
    try connection.run(
      "UPDATE annotations SET share = ?, status = ?, assignee = ? WHERE id = ?",
      .text(annotation.shareStatus.rawValue), .text(annotation.issue?.status.rawValue),
      .text(annotation.issue?.assignee), .text(annotation.id.uuidString))
    return connection.changedRowCount == 1
  }

  private func requireFreeNumber(for annotation: Annotation) throws {
    let others = try connection.rows(
      "SELECT count(*) FROM annotations WHERE sheet = ? AND number = ? AND id <> ?",
      .integer(annotation.sheet), .integer(annotation.number), .text(annotation.id.uuidString)
    ) { $0.integer(0) }
    guard others == [0] else { throw DatabaseError.taken(path: connection.path) }
  }

  /// Makes `annotation` what is kept under `id`, whether or not there was something; nil deletes it.
  func put(_ annotation: Annotation?, _ id: UUID) throws {
    guard let annotation else {
      return try connection.run("DELETE FROM annotations WHERE id = ?", .text(id.uuidString))
    }
    try connection.run(
      """
      INSERT INTO annotations
      (id, sheet, number, title, author, created, share, kind, status, assignee)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
      share = excluded.share, status = excluded.status, assignee = excluded.assignee
      """,
      .text(id.uuidString), .integer(annotation.sheet), .integer(annotation.number),
      .text(annotation.title), .text(annotation.author),
      .real(annotation.created.timeIntervalSinceReferenceDate),
      .text(annotation.shareStatus.rawValue), .text(annotation.kind.rawValue),
      .text(annotation.issue?.status.rawValue), .text(annotation.issue?.assignee))
    try connection.run(
      "UPDATE sheets SET lastNumber = max(lastNumber, ?) WHERE number = ?",
      .integer(annotation.number), .integer(annotation.sheet))
  }
}

extension Annotation {
  /// The annotation of a row whose columns are in the order of its statement.
  init(row: SQLiteStatement) throws {
    guard let id = row.text(0).flatMap(UUID.init), let title = row.text(3),
      let author = row.text(4), let shareStatus = row.text(6).flatMap(ShareStatus.init),
      let kind = row.text(7).flatMap(AnnotationKind.init)
    else { throw row.damage("an annotation has a value that none has") }
    self.init(
      id: id, sheet: row.integer(1), number: row.integer(2), title: title, author: author,
      created: Date(timeIntervalSinceReferenceDate: row.real(5)), shareStatus: shareStatus,
      content: try Content(kind, row))
  }
}

extension Annotation.Content {
  fileprivate init(_ kind: AnnotationKind, _ row: SQLiteStatement) throws {
    switch kind {
    case .issue:
      guard let status = row.text(8).flatMap(IssueStatus.init) else {
        throw row.damage("an issue has a status that none has")
      }
      self = .issue(Issue(status: status, assignee: row.text(9)))
    case .text: self = .text
    case .photo: self = .photo
    case .drawing: self = .drawing
    }
  }
}

extension Change {
  /// The change as the queue keeps it: nothing looks into it there, so it has no columns.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The change of a row that has it in its first column.
  init(row: SQLiteStatement) throws {
    do {
      self = try JSONDecoder().decode(Change.self, from: Data((row.text(0) ?? "").utf8))
    } catch {
      throw row.damage("its queue has a change that cannot be read")
    }
  }
}
