import Foundation

/// Why a log could not be recorded or written. `description` is a sentence with a way out.
public enum LogError: Error, Hashable, Sendable {
  /// The path is that of a directory.
  case directory(path: String)
  /// Another recorder is writing the log.
  case inUse(path: String)
  /// The file exists already.
  case exists(path: String)
  /// The operating system refuses to write the file.
  case unwritable(path: String, reason: Reason)
  /// The recording was closed while the file could not be written. Its tail has the rest of the recording;
  /// actions that found no room in the tail are a gap in it.
  case unfinished(path: String, reason: Reason)
  /// The steps after `after` are missing, because a replay could not continue from the states that follow. The
  /// reason is a part of a sentence, without values of the app.
  case incomplete(path: String, after: Step, reason: String)
  /// The app uses the recording wrongly. The reason is a sentence about what it does.
  case misused(path: String, reason: String)

  /// Why a file could not be read or written.
  public enum Reason: Hashable, Sendable {
    /// An error number of the operating system, `errno`.
    case system(Int32)
    /// The file lost its name while it was open, and disappears when it is closed.
    case deleted
    /// The content cannot be written. The text is a part of a sentence, without values of the app.
    case content(String)
  }
}

extension LogError: CustomStringConvertible {
  /// The error and what to do about it.
  public var description: String {
    switch self {
    case .directory(let path):
      "'\(path)' is a directory, not a log; name a file in it"
    case .inUse(let path):
      "'\(path)' already has an open recording; close that recording or choose another name"
    case .exists(let path):
      "'\(path)' already exists and is not overwritten; choose another name or remove it"
    case .unfinished(let path, let reason):
      "'\(path)' could not be written completely: \(reason.sentence); the rest of what was recorded is in "
        + "'\(path).tail', so keep both files"
    case .unwritable(let path, let reason):
      "'\(path)' cannot be written: \(reason.sentence(or: "choose another place"))"
    case .incomplete(let path, let step, let reason):
      "'\(path)' lacks the steps after \(step): \(reason)"
    case .misused(let path, let reason):
      "'\(path)' is not recorded as it should be: \(reason)"
    }
  }
}

extension LogError.Reason {
  /// A part of a sentence: for an error number, the operating system's own words.
  package var sentence: String {
    switch self {
    case .system(let number): String(cString: strerror(number)).lowercased()
    case .deleted: "it was deleted"
    case .content(let fault): fault
    }
  }

  /// The same, followed by the way out; `content` needs none.
  package func sentence(or usual: String) -> String {
    if case .content = self { return sentence }
    return "\(sentence); \(isOpenFileLimit ? "raise the limit of open files" : usual)"
  }

  /// Whether the disk or the quota is full.
  package var isFullDisk: Bool { self == .system(ENOSPC) || self == .system(EDQUOT) }

  /// Whether the program has too many files open.
  package var isOpenFileLimit: Bool { self == .system(EMFILE) || self == .system(ENFILE) }
}
