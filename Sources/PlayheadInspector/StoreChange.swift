import PlayheadReading
public import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Stores that the app added or removed between two actions.
public struct StoreChange: Codable, Hashable, Sendable {
  /// The last step before it. The state of this step has the first states of the added stores.
  public var step: Step
  /// The added stores. One that is also among the removed stores was replaced by a new one.
  public var added: [String]
  /// The removed stores.
  public var removed: [String]

  /// What happened, in a few words.
  public var text: String {
    let replaced = added.filter(removed.contains)
    func part(_ stores: [String], _ verb: String) -> String? {
      if stores.isEmpty { return nil }
      let names = stores.map { "'\($0)'" }.joined(separator: ", ")
      return stores.count == 1 ? "store \(names) was \(verb)" : "stores \(names) were \(verb)"
    }
    return [
      part(removed.filter { !replaced.contains($0) }, "removed"),
      part(replaced, "removed and added again"),
      part(added.filter { !replaced.contains($0) }, "added"),
    ].compactMap(\.self).joined(separator: "; ")
  }

  /// The part of the change that an earlier look at the log did not find; nil if it found everything.
  package func since(_ earlier: StoreChange?) -> StoreChange? {
    guard let earlier, earlier.step >= step else { return self }
    guard earlier.step == step, earlier != self else { return nil }
    var rest = self
    rest.added.removeAll(where: earlier.added.contains)
    rest.removed.removeAll(where: earlier.removed.contains)
    return rest
  }

  init(_ change: StoreListHistory.Change, of log: some ActionSource) {
    step = change.step
    added = change.added.map { log.stores[$0] }
    removed = change.removed.map { log.stores[$0] }
  }
}

extension ActionSource {
  /// The changes of the stores, in order.
  var storeChanges: [StoreChange] {
    storeLists.changes(after: initialStep).map { StoreChange($0, of: self) }
  }

  /// The change of the stores right after the action of `step`.
  func storeChange(rightAfter step: Step) -> StoreChange? {
    guard step > initialStep else { return nil }
    return storeLists.change(rightAfter: step).map { StoreChange($0, of: self) }
  }

}

extension Replay {
  /// The app's names of the stores that do not handle actions after `step`, because they were removed or come later.
  func closedStores(at step: Step) -> [String] {
    guard let open = try? Set(log.storeLists.epoch(after: step).registered) else { return [] }
    return log.stores.indices.filter { !open.contains($0) }.map {
      currentName(ofStore: log.stores[$0])
    }
  }

  /// Whether the value at `path` belongs to a store that was added right after the action of `step`.
  func adds(storeOf path: StatePath, rightAfter step: Step) -> Bool {
    guard case .field(let store)? = path.components.first,
      let added = log.storeChange(rightAfter: step)?.added
    else { return false }
    return added.contains { currentName(ofStore: $0) == store }
  }
}
