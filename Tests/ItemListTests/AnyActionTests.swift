import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `Random actions` {
  @Test(arguments: 1...(Soak.isOn ? 10 : 4) as ClosedRange<UInt64>)
  func
    `random actions in the password list report the stores they change and replay to the same states`(
      seed: UInt64
    )
    throws
  {
    let session = try ItemListSession()
    let again = try ItemListSession()
    var random = SplitMix64(seed: seed)
    for _ in 1...150 {
      let known = session.tape.entries.count
      let action = random.action(on: session.core.items.state.items)
      session.app.dispatcher.dispatch(action)
      for entry in session.tape.entries.dropFirst(known) { try replay(entry, in: again) }
      #expect(try again.states() == session.states())
      #expect(again.app.view == session.app.view)
      #expect(session.app.root.stack == session.core.routes.state.stack)
    }
    // Calls off the check that may be running.
    session.app.dispatcher.dispatch(Lock())
  }

  private func replay(_ entry: Tape.Entry, in session: ItemListSession) throws {
    let before = try session.states()
    let result = entry.replay(in: session.app.dispatcher)
    let after = try session.states()
    let stores = session.app.dispatcher.stores.enumerated()
    let changed = stores.filter { before[$0.element.name] != after[$0.element.name] }.map(\.offset)
    #expect(result.mismatch == nil)
    #expect(entry.changed == changed, "\(entry.action)")
  }
}

extension SplitMix64 {
  /// An action of any type, about an item that is there, or one that is not.
  fileprivate mutating func action(on items: [LoginItem]) -> any Action {
    let id =
      items.randomElement(using: &self)?.id
      ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let text = ["", "a", "é", "e\u{301}", "git"].randomElement(using: &self) ?? ""
    switch Int.random(in: 0..<17, using: &self) {
    case 0...1: return Unlock(code: text)
    case 2...3: return Unlocked()
    case 4: return UnlockFailed()
    case 5: return text.isEmpty ? Lock() : GoBack()
    case 6: return ItemListFilterAction(filteringText: text)
    case 7: return ItemListSortAction(order: text.isEmpty ? .recent : .alphabetically)
    case 8: return OpenItem(id: id)
    case 9: return OpenSettings()
    case 10: return RevealPassword(isRevealed: text.isEmpty)
    case 11: return CopyPassword(id: id)
    case 12: return AddItem(hostname: text, username: "", password: "")
    case 13: return EditItem(id: id, hostname: text)
    case 14: return text.isEmpty ? DeleteItem(id: id) : CopyConfirmed(id: id)
    case 15: return text == "a" ? UseStorage(path: nil) : StorageFailed(reason: text)
    default: return ItemsLoaded(items: text == "git" ? LoginItem.examples : items)
    }
  }
}
