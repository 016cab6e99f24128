import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension ClipEditor {
  func save(_ words: inout CommandLineReader) throws {
    let name = try draftName(&words)
    request(SaveDraft(name))
  }

  func load(_ words: inout CommandLineReader) throws {
    let name = try draftName(&words)
    // A draft is loaded as a whole, so plug-ins that are not loaded would miss their part.
    for kind in ItemKind.allCases { try require(kind) }
    standStill()
    request(LoadDraft(name))
  }

  func chooseDraftFolder(_ words: inout CommandLineReader) throws {
    request(ChooseDraftFolder(String(try words.word("a folder"))))
  }

  /// Dispatches a request, and waits for the answer, because the next line may be about it.
  private func request(_ action: some Action) {
    dispatcher.dispatch(action)
    blocking { [drafts] in await drafts.finish() }
  }

  /// A name that every system allows for a file.
  private func draftName(_ words: inout CommandLineReader) throws -> String {
    guard !isCoverOpen else {
      throw CommandError("a draft is of the film; 'cover close' goes back to it")
    }
    let name = try words.word("a draft's name")
    guard name.utf8.count <= 100, name.allSatisfy(\.isPartOfDraftName), !name.hasPrefix("-") else {
      throw CommandError("'\(name)' is not a draft's name: letters, digits, '-' and '_' make one")
    }
    return String(name)
  }
}

extension Character {
  fileprivate var isPartOfDraftName: Bool {
    isASCII && (isLetter || isNumber) || self == "-" || self == "_"
  }
}
