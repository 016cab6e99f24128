/// One change of the document that can be taken back.
package struct Edit: Codable, Sendable {
  /// The scalar before which the change begins.
  package private(set) var position: Int

  /// What the change takes out.
  package private(set) var removed: String

  /// What the change puts in.
  package private(set) var inserted: String

  /// What `action` does to a text: its positions are those that exist.
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

  /// Whether the text stays as it is.
  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// The change that takes this one back.
  var inverse: Edit { Edit(position: position, removed: inserted, inserted: removed) }

  /// Where the caret stands afterwards: behind what was put in.
  var end: Int { position + inserted.unicodeScalars.count }

  /// Makes the change.
  func apply(to text: inout TextBuffer) {
    text.replace(at: position, count: removed.unicodeScalars.count, with: inserted)
  }
}

extension Edit {
  /// How many bytes of typing go into one edit. About three lines: undo never takes back more at
  /// once, and no keystroke copies more when an old state still holds the edit.
  private static let longestRun = 256

  /// Takes in the next edit if a person would call the two one run of typing or deleting; returns
  /// whether it did.
  ///
  /// A run grows by a character at a time, without a gap, and ends with its line.
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
  /// Whether the text is what one key gives. Does not read on after the first character.
  fileprivate var isOneCharacter: Bool {
    utf8.count == 1 || !isEmpty && index(after: startIndex) == endIndex
  }
}
