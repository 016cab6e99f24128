import Foundation

/// The file in which libedit keeps the lines that the user typed in earlier sessions: under `XDG_STATE_HOME`, or under
/// that variable's default. Makes its folder. `nil` without `HOME`.
///
/// If the file cannot be read or written, there is no history and no error: a history is a convenience.
func historyFile(_ environment: (String) -> String?) -> String? {
  let state = environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
  let home = environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
  guard let root = state ?? home else { return nil }
  try? FileManager.default.createDirectory(
    atPath: "\(root)/playhead", withIntermediateDirectories: true,
    attributes: [.posixPermissions: 0o700])
  return "\(root)/playhead/history"
}

#if canImport(CEdit)
  import CEdit
  import PlayheadCoding

  /// Edits lines with libedit. libedit has one state per process and is not thread-safe, so only
  /// ``SystemTerminal`` has a line editor.
  final class LineEditor {
    /// The lines to keep in the history: months of debugging, and quick to read.
    private static let limit: Int32 = 1_000

    private let history: String?
    private var last: String?

    init?(history: String?) {
      self.history = history
      cedit_use_utf8()
      guard cedit_begin("playhead", complete) == 0 else { return nil }
      cedit_bind("playhead-cancel", cancel, controlC)
      cedit_bind("playhead-suspend", suspend, controlZ)
      stifle_history(Self.limit)
      if let history { read_history(history) }
    }

    /// Reads a line. `prompt` may contain escapes that take no space.
    func read(_ prompt: String, _ completing: @escaping (String) -> Completion) -> EditedLine {
      EditedLineState.completing = completing
      EditedLineState.isCancelled = false
      defer { EditedLineState.completing = { Completion(of: $0) } }
      cedit_prepare()
      guard let pointer = readline(prompt) else {
        print(EditedLineState.isCancelled ? "^C" : "")
        fflush(nil)
        return EditedLineState.isCancelled ? .cancelled : .end
      }
      defer { free(pointer) }
      let line = String(cString: pointer)
      if !line.allSatisfy(\.isWhitespace), line != last {
        add_history(line)
        last = line
        // Only the owner may read the file that libedit writes.
        if let history { write_history(history) }
      }
      return .line(line)
    }
  }

  /// State that libedit's C callbacks share with ``LineEditor``. Only the reading thread uses it.
  private enum EditedLineState {
    nonisolated(unsafe) static var completing: (String) -> Completion = { Completion(of: $0) }
    nonisolated(unsafe) static var isCancelled = false
  }

  /// Ctrl-C arrives as a key, so it clears a line without a signal.
  private let controlC: Int32 = 3

  private func cancel(_: Int32, _: Int32) -> Int32 {
    EditedLineState.isCancelled = true
    cedit_finish()
    return 0
  }

  private let controlZ: Int32 = 26

  private func suspend(_: Int32, _: Int32) -> Int32 {
    cedit_suspend()
    return 0
  }

  /// Returns the completions of the word before the cursor: first their common beginning, then each word.
  /// libedit frees them.
  private func complete(
    _ word: UnsafePointer<CChar>?, _: Int32, _ end: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    guard let word, let line = cedit_line() else { return nil }
    // libedit counts positions in Unicode scalars.
    let typed = String(cString: line).unicodeScalars.prefix(Int(end))
    let completion = EditedLineState.completing(String(typed))
    cedit_end_words_with(Int32(completion.end?.asciiValue ?? 0))
    guard !completion.words.isEmpty else { return nil }
    // What libedit replaces may begin before or after the text to complete. Both end at the cursor.
    let kept = typed.dropLast(completion.typed.unicodeScalars.count)
    let start = typed.count - String(cString: word).unicodeScalars.count
    let words = ([completion.common] + completion.words).map {
      String(String.UnicodeScalarView((kept + $0.unicodeScalars).dropFirst(start)))
    }
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: words.count + 1)
    for (index, word) in words.enumerated() { list[index] = strdup(word) }
    list[words.count] = nil
    return list
  }
#else
  /// Without libedit, lines cannot be edited.
  final class LineEditor {
    init?(history: String?) { return nil }

    func read(_ prompt: String, _ completing: @escaping (String) -> Completion) -> EditedLine {
      .end
    }
  }
#endif
