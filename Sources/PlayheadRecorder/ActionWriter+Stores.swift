import PlayheadLog

extension ActionWriter {
  /// Continues with other stores, between actions. While steps are left out, the log gets the change later.
  /// `state` returns the current state of a store by its number.
  func change(to change: StoreList, state: @escaping (Int) -> any Encodable & Sendable) {
    var next = change
    // Earlier arrivals are in the log only if their states are.
    if storeListIsDue, let storeList {
      next.arrived = storeList.arrived.filter { !change.arrived.contains($0) } + change.arrived
    }
    setStores(next, state: state)
    storeListIsDue = true
    if case .recording = mode { writeDueStoreList() }
  }

  /// Writes the changed list of stores, and the states of the new ones.
  func writeDueStoreList() {
    guard storeListIsDue, let storeList, isOurs, encoding == nil else { return }
    guard hasRoom else { return leaveOut(from: step.next) }
    encoding = .states(step)
    defer { encoding = nil }
    do {
      try addStoreList(Self.checkpoint(of: storeList.arrived.map(state), at: step, rows))
    } catch let fault as StateFault {
      noteStateFault(StateFault(number: storeList.arrived[fault.number], error: fault.error))
    } catch {
      noteStateFault(error)
    }
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
