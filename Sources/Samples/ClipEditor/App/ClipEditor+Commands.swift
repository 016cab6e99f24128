import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension ClipEditor {
  /// The lines that the editor understands, in the order of the help.
  static let commands = CommandTable<ClipEditor>(
    TextCommand(
      "add KIND SECONDS TEXT", "a clip, inset, sound, sticker, text or filter; TEXT is its name"
    ) {
      try $0.add(&$1)
    },
    TextCommand("select KIND [NUMBER]", "select a clip, sticker, text or filter, or nothing") {
      try $0.select(&$1)
    },
    TextCommand("tap X Y", "touch the picture, in percent of its width and height") {
      try $0.tap(&$1)
    },
    TextCommand("menu [KIND]", "the second level of the menu, for a kind; without one the first") {
      try $0.openMenu(&$1)
    },
    TextCommand("trim FROM TO", "keep only these seconds of what is selected") { try $0.trim(&$1) },
    TextCommand("split", "cut what is selected in two at the shown moment") { app, _ in
      try app.split()
    },
    TextCommand("move TO", "a clip: place among the clips; anything else: second of the film") {
      try $0.move(&$1)
    },
    TextCommand("place X Y", "put what is selected there in the picture") { try $0.place(&$1) },
    TextCommand("rename TEXT", "give what is selected other words, or another name") {
      try $0.rename(&$1)
    },
    TextCommand("delete", "delete what is selected") { app, _ in try app.delete() },
    TextCommand("undo", "take the last edit back") { app, _ in try app.undo() },
    TextCommand("redo", "make it again") { app, _ in try app.redo() },
    TextCommand("seek SECONDS", "show this moment of the film") { try $0.seek(&$1) },
    TextCommand("play [SECONDS]", "play the film, or so much of it") { try $0.play(&$1) },
    TextCommand("pause", "stop playing") { app, _ in app.pause() },
    TextCommand("wait", "wait until the film stands still") { app, _ in app.wait() },
    TextCommand("save NAME", "save the film as a draft") { try $0.save(&$1) },
    TextCommand("load NAME", "put a draft in place of the film") { try $0.load(&$1) },
    TextCommand("drafts FOLDER", "keep drafts there; without it, they last for the session") {
      try $0.chooseDraftFolder(&$1)
    },
    TextCommand("cover WHAT", "open the cover editor, close it, or cancel what was done in it") {
      try $0.cover(&$1)
    },
    TextCommand("unplug KINDS", "take the stickers, texts or filters out of the editor") {
      try $0.unplug(&$1)
    },
    TextCommand("plug KINDS", "put them in again") { try $0.plug(&$1) })
}

extension CommandLineReader {
  /// The next word as a time in milliseconds.
  mutating func time(_ what: String) throws -> Int { try time(word(what), what) }

  /// The next word as a time in milliseconds, if there is one.
  mutating func optionalTime(_ what: String) throws -> Int? {
    try word().map { try time($0, what) }
  }

  private func time(_ word: Substring, _ what: String) throws -> Int {
    guard let seconds = Double(word), seconds.isFinite,
      (0...Double(Film.times.upperBound)).contains(seconds * 1000)
    else { throw CommandError("'\(word)' is not \(what), as in '2.5'") }
    return Int((seconds * 1000).rounded())
  }

  /// The next two words as a place in the picture.
  mutating func place() throws -> Place {
    let place = Place(x: try number("how far from the left"), y: try number("how far from the top"))
    guard place.isInPicture else {
      throw CommandError("the picture goes from 0 0, the upper left, to 100 100, the lower right")
    }
    return place
  }
}
