import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// The actions that a page lists. A part that is nil excludes nothing.
struct PageFilter: Codable, Sendable {
  /// A part of the type's name or of the payload, without regard to upper and lower case.
  var text: String?
  /// The names of types.
  var types: [String]?
  /// The number of a store that the action changed; -1 for actions that changed none.
  var store: Int?
  /// The place that the action changed.
  var path: StatePath?

  /// Calls `body` with the actions of `steps` that match. Skips what is damaged.
  func forEachMatch(
    in steps: ClosedRange<Step>, of inspector: Inspector, _ body: (LogEntry) throws -> Void
  ) throws {
    let matcher = Matcher(self, inspector.recording.stores)
    let log = inspector.log
    let total = steps.upperBound.number
    if let path {
      let request = ActionsRequest(in: steps, types: Set(types ?? []), changing: path)
      _ = try inspector.ask(request) { part in
        guard case .action(let action, _, _) = part else { return }
        let entry = try log.entry(at: action.step)
        if try matcher.matches(entry) { try body(entry) }
      }
      return
    }
    try log.forEachEntry(in: steps, onDamage: { _ in }) { entry in
      // Often enough to be seen to move, and to end soon after a cancellation.
      if entry.step.number % 4096 == 0 {
        let done = entry.step.number
        try inspector.onEvent(.progress(.init(work: .searching, done: done, total: total)))
      }
      if try matcher.matches(entry) { try body(entry) }
    }
  }
}

private struct Matcher {
  private let text: String?
  private let types: Set<String>?
  private let store: Int?
  private let stores: [String]

  init(_ filter: PageFilter, _ stores: [String]) {
    text = filter.text.map(Self.plain)
    types = filter.types.map(Set.init)
    (store, self.stores) = (filter.store, stores)
  }

  func matches(_ entry: LogEntry) throws -> Bool {
    if let types, !types.contains(entry.type.name) { return false }
    if let store {
      let changed = entry.changed
      guard stores.indices.contains(store) else { return changed.isEmpty }
      guard changed.contains(stores[store]) else { return false }
    }
    guard let text else { return true }
    if Self.plain(entry.type.name).contains(text) { return true }
    return Self.plain(try entry.payload().json).contains(text)
  }

  /// A text, or JSON, without what the list of actions leaves out of JSON or writes otherwise.
  private static func plain(_ text: String) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.utf8.count)
    for byte in text.lowercased().utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: " "): continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): plain.append(UInt8(ascii: "("))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): plain.append(UInt8(ascii: ")"))
      default: plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
