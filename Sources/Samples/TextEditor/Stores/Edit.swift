/// An edit of the document that can be undone.
package struct Edit: Codable, Sendable {
  /// The scalar at which the edit begins.
  package private(set) var position: Int

  /// The removed text.
  package private(set) var removed: String

  /// The inserted text.
  package private(set) var inserted: String

  /// The effect of `action` on a text. Its positions exist in the text.
  init(_ action: Replace, on text: TextBuffer) {
    let range = text.clamp(at: action.at, count: action.count)
    position = range.lowerBound
    removed = range.isEmpty ? "" : text.string(in: range)
    inserted = action.text
  }

  private init(position: Int, removed: String, inserted: String) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }

  /// Whether the text stays the same.
  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// The edit that undoes this one.
  var inverse: Edit { Edit(position: position, removed: inserted, inserted: removed) }

  /// The caret's position afterwards: after the inserted text.
  var end: Int { position + inserted.unicodeScalars.count }

  /// Applies the edit.
  func apply(to text: inout TextBuffer) {
    text.replace(at: position, count: removed.unicodeScalars.count, with: inserted)
  }
}

extension Edit {
  /// The most bytes of typing in one edit, about three lines: undo never removes more at once, and no
  /// keystroke copies more while an old state has the edit too.
  private static let longestRun = 256

  /// Adds the next edit, if both are one run of typing or deleting for a user. Returns whether it did.
  ///
  /// A run grows by one character at a time, without a gap, and ends with its line.
  mutating func absorb(_ next: Edit) -> Bool {
    guard inserted.utf8.count + removed.utf8.count < Edit.longestRun else { return false }
    if next.removed.isEmpty && next.inserted.isOneCharacter {
      return absorbTyping(next)
    }
    if inserted.isEmpty && next.inserted.isEmpty && next.removed.isOneCharacter {
      return absorbDeleting(next)
    }
    return false
  }

  private mutating func absorbTyping(_ next: Edit) -> Bool {
    guard !inserted.isEmpty && !inserted.hasSuffix("\n") && next.position == end else {
      return false
    }
    inserted += next.inserted
    return true
  }

  private mutating func absorbDeleting(_ next: Edit) -> Bool {
    if next.position == position {
      removed += next.removed
      return true
    }
    guard next.position + next.removed.unicodeScalars.count == position else { return false }
    position = next.position
    removed = next.removed + removed
    return true
  }
}

extension String {
  /// Whether the text is a single character, as one key makes. Does not read further.
  fileprivate var isOneCharacter: Bool {
    utf8.count == 1 || !isEmpty && index(after: startIndex) == endIndex
  }
}
