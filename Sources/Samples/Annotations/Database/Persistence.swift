import Foundation
import PlayheadFlux

/// The database middleware: saves the stores' changes after each action, and reports the result by actions.
///
/// The first action that needs the database opens it. Changes that cannot be saved are undone.
///
/// `@unchecked` because only `handle` uses `database`, and it runs for one action at a time.
final class Persistence: Middleware, @unchecked Sendable {
  private let stores: AnnotationStores
  private let open: @Sendable (String?) throws -> any Database
  private var database: (any Database)?

  init(_ stores: AnnotationStores, open: @escaping @Sendable (String?) throws -> any Database) {
    self.stores = stores
    self.open = open
  }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    guard let turn = next(action), let answer = answer(to: action) else { return }
    dispatcher.dispatch(answer, cause: turn)
  }

  /// Does the database work for `action`. Returns an action with the result, if one is needed.
  private func answer(to action: any Action) -> (any Action)? {
    switch action {
    case let action as OpenProject: reporting { try openProject(at: action.path) }
    case let action as SelectSheet: reporting { try load(action.sheet) }
    case is any Mutation: saveLatest()
    case let action as ChangeAccepted: reporting { try remove(action.change) }
    case let action as ChangeRejected: reporting { try undo(action.change) }
    default: nil
    }
  }

  private func reporting(_ body: () throws -> (any Action)?) -> (any Action)? {
    do {
      return try body()
    } catch {
      return DatabaseFailed(sentence: "\(error)")
    }
  }

  /// Opens another project. Closes the old one only after the new one was read.
  private func openProject(at path: String?) throws -> any Action {
    let opened = try open(path)
    let project = try opened.project()
    let annotations = try project.sheets.first.map {
      try opened.annotations(onSheet: $0.number)
    }
    database = opened
    return ProjectOpened(project: project, path: path, annotations: annotations ?? [])
  }

  private func load(_ sheet: Int) throws -> (any Action)? {
    guard let database, stores.sheets.state.selected == sheet else { return nil }
    return SheetLoaded(sheet: sheet, annotations: try database.annotations(onSheet: sheet))
  }

  /// Saves the change that the outbox has just made of the action, if any.
  private func saveLatest() -> (any Action)? {
    let outbox = stores.outbox.state
    guard outbox.update != nil, let change = outbox.saving.last, let database else { return nil }
    do {
      try database.save(change)
      return ChangeSaved(change: change.id)
    } catch {
      let outcome = change.before == nil ? "was not made" : "is as it was"
      let sentence = "#\(change.number) \(outcome): \(error)"
      return ChangeNotSaved(change: change.id, sentence: sentence)
    }
  }

  private func remove(_ change: UUID) throws -> (any Action)? {
    try database?.remove(change)
    return nil
  }

  private func undo(_ change: UUID) throws -> (any Action)? {
    let outbox = stores.outbox.state
    guard let update = outbox.update else { return nil }
    let later = outbox.queue.filter { $0.subject == update.id }
    try database?.undo(change, update, later: later)
    return nil
  }
}
