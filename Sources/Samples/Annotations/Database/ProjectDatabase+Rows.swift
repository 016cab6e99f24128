import Foundation

extension ProjectDatabase {
  /// Applies a change to the row of its annotation.
  ///
  /// - Throws: `DatabaseError`.
  func keep(_ change: Change) throws {
    switch change.operation {
    case .add(let annotation):
      try put(annotation, change.subject)
    case .delete:
      try put(nil, change.subject)
    case .setStatus, .assign, .share:
      guard let after = change.after, try update(after) else {
        throw DatabaseError.failed(reason: "the file no longer has it")
      }
    }
  }

  /// Updates the changeable columns of an annotation's row. Returns false if there is no row.
  private func update(_ annotation: Annotation) throws -> Bool {
    try connection.run(
      "UPDATE annotations SET share = ?, status = ?, assignee = ? WHERE id = ?",
      .text(annotation.shareStatus.rawValue), .text(annotation.issue?.status.rawValue),
      .text(annotation.issue?.assignee), .text(annotation.id.uuidString))
    return connection.changedRowCount == 1
  }

  /// Writes `annotation` as the row with `id`, whether or not there was one; nil deletes the row.
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
  /// The annotation of a row, with its columns in the order of the statement.
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
  /// The change as stored in the queue. It needs no columns, because no query reads its parts.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The change in the first column of a row.
  init(row: SQLiteStatement) throws {
    do {
      self = try JSONDecoder().decode(Change.self, from: Data((row.text(0) ?? "").utf8))
    } catch {
      throw row.damage("its queue has a change that cannot be read")
    }
  }
}
