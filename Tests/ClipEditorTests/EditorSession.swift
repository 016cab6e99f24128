import ClipEditor
import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadPlugins

/// An editor with drafts in memory and a clock of its own, and the verbs that tests use on it.
final class EditorSession {
  let editor: ClipEditor
  let files: MemoryFiles
  let clock: FrameClock
  let tape = Tape()

  init(
    files: MemoryFiles = MemoryFiles(), keptIn folder: DraftFolder? = nil, timePasses: Bool = true,
    extra: [any Plugin<EditorContext>] = []
  ) throws {
    let clock = FrameClock(passes: timePasses)
    self.files = files
    self.clock = clock
    editor = try ClipEditor(
      inputs: .seeded(), files: folder ?? files, sleep: clock.sleep, extraPlugins: extra)
    editor.dispatcher.attach(tape)
  }

  /// An editor with a film of two clips, a sticker, a text and a filter: `beach` 0–4 s, `waves` 4–7 s,
  /// `star` 1–3 s, `Sea` 1–2 s, `warm` 1–6 s, shown at 1 s.
  static func holiday(timePasses: Bool = true) async throws -> EditorSession {
    let session = try EditorSession(timePasses: timePasses)
    try await session.perform(
      "add clip 4 beach", "add clip 3 waves", "seek 1", "add sticker 2 star", "add text 1 Sea",
      "add filter 5 warm")
    return session
  }

  func perform(_ lines: String...) async throws { try await perform(lines) }

  /// Performs lines on a thread of its own: some sleep until an effect is done, and tests run on the
  /// few threads that effects need.
  func perform(_ lines: [String]) async throws {
    try await onOwnThread { [editor] in
      for line in lines { try editor.perform(line) }
    }
  }

  /// Ends the session.
  func finish() async { await onOwnThread { [editor] in editor.finish() } }

  /// The sentence that a line is refused with.
  func refusal(of line: String) -> String? {
    FluxTesting.refusal { try editor.perform(line) }
  }

  /// Dispatches an action; returns the names of the stores that it changed, in their order.
  @discardableResult func dispatch(_ action: some Action) -> [String] {
    editor.dispatcher.dispatch(action)
    return changed(by: tape.entries.count - 1)
  }

  /// The names of the stores that an action changed.
  func changed(by entry: Int) -> [String] {
    let stores = editor.dispatcher.stores
    return tape.entries[entry].changed.map { stores[$0].name }
  }

  /// The states of all stores, by name.
  var states: [String: Data] { get throws { try editor.dispatcher.encodedStates() } }

  var film: Composition { editor.draft.film }

  var clips: [String] { film.tracks[0].clips.map(\.name) }
}
