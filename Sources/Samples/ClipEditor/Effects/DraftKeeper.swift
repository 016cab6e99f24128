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

  /// Lets the drafts go that are kept for the session alone. Nothing is being written any more.
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
  /// Why, in a few words: what goes between the parentheses of a sentence.
  fileprivate var reason: String {
    let error = self as NSError
    // The system's own words, where Foundation has "NSCocoaErrorDomain error 256".
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
