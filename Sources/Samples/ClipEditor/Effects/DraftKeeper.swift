import Foundation
import PlayheadFlux

/// Saves and loads drafts: does what `SaveDraft`, `LoadDraft` and `ChooseDraftFolder` ask for, and says
/// by actions what became of it.
struct DraftKeeper: Middleware {
  private let effects = Effects()
  private let files: any DraftFiles
  private let draft: @Sendable () -> Draft
  private let folder: @Sendable () -> String?

  /// A keeper that has not touched a file.
  ///
  /// - Parameters:
  ///   - files: Where drafts are kept.
  ///   - draft: The film as it is now.
  ///   - folder: The chosen folder.
  init(
    files: any DraftFiles, draft: @escaping @Sendable () -> Draft,
    folder: @escaping @Sendable () -> String?
  ) {
    self.files = files
    self.draft = draft
    self.folder = folder
  }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    let folder = folder()
    switch action {
    case let action as SaveDraft:
      // Taken now: what is edited while the file is written belongs to the next draft.
      let draft = draft()
      effects.start(from: dispatcher, cause: turn) {
        $0.report { try save(draft, action.name, folder) }
      }
    case let action as LoadDraft:
      effects.start(from: dispatcher, cause: turn) { $0.report { try load(action.name, folder) } }
    case is ChooseDraftFolder:
      effects.start(from: dispatcher, cause: turn) { $0.report { try list(folder) } }
    default:
      break
    }
  }

  /// Waits until all requests are answered.
  func finish() async { await effects.finish() }

  private func save(_ draft: Draft, _ name: String, _ folder: String?) throws -> DraftSaved {
    do {
      try files.write(draft.json(), as: name, in: folder)
      return DraftSaved(name)
    } catch {
      throw DraftFailed(
        "draft '\(name)' cannot be saved (\(error.reason)); 'drafts FOLDER' chooses "
          + "another folder")
    }
  }

  private func load(_ name: String, _ folder: String?) throws -> DraftLoaded {
    do {
      guard let data = try files.read(name, in: folder) else {
        throw DraftFailed("there is no draft '\(name)'; 'save \(name)' makes one")
      }
      return DraftLoaded(name, try Draft(json: data))
    } catch let error as UnsoundDraft {
      throw DraftFailed("draft '\(name)' is damaged: \(error); load another, or save it again")
    }
  }

  private func list(_ folder: String?) throws -> DraftsFound {
    do {
      return DraftsFound(try files.names(in: folder))
    } catch {
      throw DraftFailed(
        "the folder cannot be used (\(error.reason)); 'drafts FOLDER' chooses another"
      )
    }
  }
}

extension DraftFailed: Error {}

extension Effects.Dispatch {
  /// Dispatches what `work` gives, or why it failed.
  fileprivate func report(_ work: () throws -> some Action) {
    do {
      self(try work())
    } catch let failure as DraftFailed {
      self(failure)
    } catch {
      self(DraftFailed("the drafts cannot be read: \(error.reason)"))
    }
  }
}

extension Error {
  /// Why, in a few words: what goes between the parentheses of a sentence.
  fileprivate var reason: String {
    let error = self as NSError
    let reason = error.localizedFailureReason ?? error.localizedDescription
    return reason.hasSuffix(".") ? String(reason.dropLast()) : reason
  }
}

extension Draft {
  /// A draft as a file has it.
  fileprivate init(json: Data) throws {
    do {
      self = try JSONDecoder().decode(Draft.self, from: json)
    } catch {
      throw UnsoundDraft("it is no draft of this editor")
    }
    try requireSoundness()
  }

  /// The same draft gives the same bytes, which version control likes.
  fileprivate func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }
}
