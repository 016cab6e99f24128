import Foundation
import PlayheadFlux

/// Saves and loads drafts: handles `SaveDraft`, `LoadDraft` and `ChooseDraftFolder`; answers by actions.
struct DraftKeeper: Middleware {
  private let effects = Effects()
  private let files: any DraftFiles
  private let draft: @Sendable () -> Draft
  private let folder: @Sendable () -> String?

  /// A keeper that has not used any file.
  ///
  /// - Parameters:
  ///   - files: Stores the drafts.
  ///   - draft: Returns the present film.
  ///   - folder: Returns the chosen folder.
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
      // Taken now: edits made while the file is written belong to the next draft.
      let draft = draft()
      effects.start(from: dispatcher, cause: turn) { $0(save(draft, action.name, folder)) }
    case let action as LoadDraft:
      effects.start(from: dispatcher, cause: turn) { $0(load(action.name, folder)) }
    case is ChooseDraftFolder:
      effects.start(from: dispatcher, cause: turn) { $0(list(folder)) }
    default:
      break
    }
  }

  /// Waits until all requests are answered.
  func finish() async { await effects.finish() }

  /// Deletes the session's own drafts. Call it only when nothing is being written.
  func endSession() { files.endSession() }

  private func save(_ draft: Draft, _ name: String, _ folder: String?) -> any Action {
    do {
      try files.write(draft.json(), as: name, in: folder)
      return DraftSaved(name)
    } catch {
      return DraftFailed(
        "draft '\(name)' cannot be saved (\(error.reason)); 'drafts FOLDER' chooses "
          + "another folder")
    }
  }

  private func load(_ name: String, _ folder: String?) -> any Action {
    do {
      guard let data = try files.read(name, in: folder) else {
        return DraftFailed("there is no draft '\(name)'; 'save \(name)' makes one")
      }
      return DraftLoaded(name, try Draft(json: data))
    } catch let error as UnsoundDraft {
      return DraftFailed("draft '\(name)' is damaged: \(error); load another, or save it again")
    } catch {
      return DraftFailed(
        "draft '\(name)' cannot be read (\(error.reason)); load another, or 'drafts FOLDER' "
          + "chooses another folder")
    }
  }

  private func list(_ folder: String?) -> any Action {
    do {
      return DraftsFound(try files.names(in: folder))
    } catch {
      return DraftFailed(
        "the folder cannot be used (\(error.reason)); 'drafts FOLDER' chooses another")
    }
  }
}

extension Error {
  /// The reason in a few words, for the parentheses of a sentence.
  fileprivate var reason: String {
    let error = self as NSError
    // The system's own message, because Foundation only has "NSCocoaErrorDomain error 256".
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error as NSError?,
      cause.domain == NSPOSIXErrorDomain
    {
      return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
    }
    let reason = error.localizedFailureReason ?? error.localizedDescription
    return reason.hasSuffix(".") ? String(reason.dropLast()) : reason
  }
}

extension Draft {
  /// The draft in a file.
  fileprivate init(json: Data) throws {
    do {
      self = try JSONDecoder().decode(Draft.self, from: json)
    } catch {
      throw UnsoundDraft("it is no draft of this editor")
    }
    try requireSoundness()
  }

  /// The draft as JSON. The same draft gives the same bytes, for version control.
  fileprivate func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }
}
