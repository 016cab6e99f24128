import Foundation
import PlayheadFiles
import PlayheadInspector
import PlayheadValues

/// What a program leaves for the one that takes its place.
struct ReloadLegacy: Codable {
  var conversation: SavedConversation
  /// By what the log is known again that it is about.
  var log: LogMark
  /// Nil if the old program could not tell it.
  var state: SavedState?

  init(conversation: SavedConversation, log: LogMark, state: SavedState?) {
    (self.conversation, self.log, self.state) = (conversation, log, state)
  }

  /// What a program left; nil if it is nothing of this.
  init?(_ bytes: [UInt8]) {
    guard let left = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = left
  }

  var bytes: [UInt8] {
    get throws { [UInt8](try JSONEncoder().encode(self)) }
  }
}

extension DebugSession {
  /// What the new program goes on with: stores that trapped may be mended.
  var savedForReload: SavedConversation {
    var saved = saved
    (saved.traps, saved.warned) = ([], [])
    saved.branch?.traps = []
    saved.isReloading = false
    return saved
  }

  /// Tells where one is, and what the new code has made of the state there.
  func tellOfReload(_ old: SavedState?) throws {
    let diff = try old.flatMap { old in
      guard missingStores == nil, position == old.step else { return nil as Diff? }
      let new = try ask(StateRequest(of: position), for: "reload").value
      return Diff(from: old.state, to: new)
    }
    guard !wantsJSON else {
      let changes = diff.map { JSON.tree($0.jsonPatch.value) }
      return try console.print(
        .object([("reloaded", true)] + placeMembers() + [("changes", changes ?? .null)]))
    }
    try showPlace(wantsJSON: false)
    if let missingStores { return try say("\(missingStores)", .yellow) }
    guard let diff else {
      return try say("built anew; the old code had no state here to compare", .dim)
    }
    guard !diff.isEmpty else {
      return try say("built anew; the state is what it was at this step", .dim)
    }
    try console.print(StyledText("− with the old code", .red))
    try console.print(StyledText("+ with the new code", .green))
    try console.print(DiffText(printOptions(whole: false).at(StatePath())).text(diff))
  }
}
