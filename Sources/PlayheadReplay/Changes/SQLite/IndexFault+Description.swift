extension IndexFault: CustomStringConvertible {
  /// One sentence: what is wrong with the index, and what to do about it.
  package var description: String {
    guard let file else {
      return "the index of what changed where cannot be kept for the moment (\(cause)); make "
        + "room in memory and in the folder for temporary files, and ask again"
    }
    return "the index '\(file)' cannot be read (\(cause)); delete it, and it is made again"
  }

  /// What is wrong, as a part of a sentence.
  package var cause: String {
    switch reason {
    case .database(CheckedPages.fault, _): "the checksum of a page is wrong"
    case .database(_, let message): message
    case .content(let what): what
    case .foreign: "it is a file of another kind"
    case .replaced: "it was made anew for another log or another build"
    }
  }
}
