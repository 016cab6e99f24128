import PlayheadLog

extension ActionWriter {
  /// Continues with other stores, between actions. While steps are left out, the log gets the change later.
  /// `state` returns the current state of a store by its number.
  func change(
    to change: StoreList, writesNow: Bool = true,
    state: @escaping (Int) -> any Encodable & Sendable
  ) {
    var next = change
    // Earlier arrivals are in the log only if their states are.
    next.arrived = arrived(before: change) + change.arrived
    setStores(next, state: state)
    storeListIsDue = true
    if writesNow, case .recording = mode { writeDueStoreList() }
  }

  /// Continues with an app's own stores after a change: `arrived` is the number of a new one, if any. The next turn
  /// writes the change.
  func change(to store: OwnStore, arrived: Int?) {
    var next = StoreList(
      step: step, stores: store.parts.map(\.name), registered: store.registered,
      arrived: [arrived].compactMap(\.self))
    next.arrived = self.arrived(before: next) + next.arrived
    setStores(next, of: store)
    storeListIsDue = true
  }

  /// The stores whose states the log lacks, but for those that `change` brings.
  private func arrived(before change: StoreList) -> [Int] {
    guard storeListIsDue, let storeList else { return [] }
    return storeList.arrived.filter { !change.arrived.contains($0) }
  }

  /// Why an action of the store with this name and number cannot be in the log; `nil` if it can.
  func objection(to store: String, _ number: Int?) -> String? {
    if store.utf8.contains(UInt8(ascii: "/")) {
      report(.storeName(store))
      return "the name of the store '\(store)' has a '/'"
    }
    guard let number else {
      let wasRemoved = (storeList?.stores ?? header.stores).contains(store)
      report(.unknownStore(store, wasRemoved: wasRemoved))
      return wasRemoved
        ? "the store '\(store)' was removed before" : "the recording has no store '\(store)'"
    }
    guard storeListIsDue, storeList?.arrived.contains(number) == true else { return nil }
    return "the store '\(store)' was added while an action was being handled"
  }

  /// Writes the changed list of stores, and the states of the new ones. In a turn, with no lock held.
  func writeStoreListInTurn() {
    if options.waits, !flusher.hasRoom { try? flusher.wait() }
    guard let (step, due, states) = locked({ dueStoreList() }) else { return }
    let result = Result { try Self.checkpoint(of: states, at: step, rows) }
    locked {
      encoding = nil
      // An `encode(to:)` may have recorded an action, and another thread may have added a store.
      guard step == self.step, case .recording = mode, isOurs, due == storeList else { return }
      do {
        try addStoreList(result.get())
      } catch let fault as StateFault {
        noteStateFault(StateFault(number: due.arrived[fault.number], error: fault.error))
      } catch {
        noteStateFault(error)
      }
    }
  }

  private func dueStoreList() -> (Step, StoreList, [any Encodable & Sendable])? {
    guard storeListIsDue, let storeList, case .recording = mode, isOurs, encoding == nil,
      !isHandling
    else { return nil }
    guard flusher.hasRoom else {
      drop(from: step.next)
      return nil
    }
    encoding = .states(step)
    return (step, storeList, storeList.arrived.map(state))
  }

  /// Writes the changed list of a dispatcher's stores at once; that of an app's own stores is written in a turn.
  func writeDueStoreList() {
    if lock == nil { writeStoreListInTurn() }
  }

  /// Adds the list of stores, if it differs from the header's, before a checkpoint, which has the states.
  func addStoreListOfCheckpoint() throws {
    storeList?.arrived = []
    try addStoreList(CheckpointDraft(step: step))
  }

  /// Adds the list of stores and the states of the new ones, before the next chunk or checkpoint.
  private func addStoreList(_ states: CheckpointDraft) throws {
    guard var storeList else { return }
    storeList.step = step
    try tail.append(storeList, states, meanings)
    self.storeList?.arrived = []
    storeListIsDue = false
  }
}
