package import PlayheadLog
package import PlayheadCoding

/// The stores that handled the actions of a log, from its first step to its last.
package struct StoreListHistory {
  /// The names of all stores by number: the header's, followed by later ones.
  package private(set) var stores: [String]
  /// The first known names: from the header or, if that is lost, from the next store list.
  package private(set) var firstStores: [String]
  private var names: Set<String>
  private var epochs: [Epoch]
  /// The last step that a record named.
  private var reached = Step.initial
  /// The last store list after a lost one; it lacks the states that the lost one had.
  private var candidate: StoreList?
  /// The memory that store lists may still use.
  package var memory = MemoryBudget()

  /// The steps from one change of the stores to the next.
  package struct Epoch {
    /// The step after which the stores changed.
    package fileprivate(set) var step: Step
    /// The number of stores so far.
    package let count: Int
    /// The numbers of the stores that handle actions, in their order.
    package let registered: [Int]
    /// The stores that came with a state.
    package fileprivate(set) var arrived: [Arrival] = []
    /// Why the stores are unknown.
    fileprivate var fault: ReadingError?
    /// The last step before it with an action of known stores.
    fileprivate var lastHandled: Step?
  }

  /// A store that came with a state.
  package struct Arrival {
    /// The store's number.
    package let store: Int
    /// The states of the stores that arrived together.
    package let states: Checkpoint
    /// The index of its state in `states`.
    package let place: Int
  }

  /// The history of a log without a store list: the header's stores, from the first step to the last.
  package init(_ stores: [String]) {
    (self.stores, firstStores) = (stores, stores)
    names = Set(stores)
    let all = Array(stores.indices)
    epochs = [Epoch(step: .initial, count: all.count, registered: all)]
  }

  /// The stores after `step`. Throws if they are unknown, because a part of the log is unreadable.
  package func epoch(after step: Step) throws(ReadingError) -> Epoch {
    let epoch = epochs[place(of: step)]
    if let fault = epoch.fault { throw fault }
    return epoch
  }

  /// The next step after `step` at which the stores change.
  package func change(after step: Step) -> Step? {
    let next = place(of: step) + 1
    return next < epochs.count ? epochs[next].step : nil
  }

  /// Stores that the app added or removed after a step, by number. A store that is among both was replaced.
  package struct Change {
    package let step: Step
    package let added: [Int]
    package let removed: [Int]
  }

  /// The changes of the stores after `start`, in order, as far as they are readable.
  package func changes(after start: Step) -> [Change] {
    epochs.indices.dropFirst().compactMap { epochs[$0].step > start ? change(beginning: $0) : nil }
  }

  /// The change of the stores right after `step`; nil if there is none, or if it is unreadable.
  package func change(rightAfter step: Step) -> Change? {
    let number = place(of: step)
    return number > 0 && epochs[number].step == step ? change(beginning: number) : nil
  }

  private func change(beginning number: Int) -> Change? {
    let (before, after) = (epochs[number - 1], epochs[number])
    guard before.fault == nil, after.fault == nil else { return nil }
    let (old, new) = (Set(before.registered), Set(after.registered))
    let replaced = Set(after.arrived.map(\.store)).intersection(old).intersection(new)
    let added = after.registered.filter { !old.contains($0) || replaced.contains($0) }
    let removed = before.registered.filter { !new.contains($0) || replaced.contains($0) }
    return added.isEmpty && removed.isEmpty
      ? nil : Change(step: after.step, added: added, removed: removed)
  }

  /// The stores that came with a state, in order, as far as they are readable.
  package var arrivals: [Arrival] { epochs.flatMap(\.arrived) }

  /// The same changes at other steps, in the same order. `step` returns `nil` to drop a change.
  package func renumbered(_ step: (Step) -> Step?) -> StoreListHistory {
    var history = self
    history.epochs = Array(epochs.prefix(1))
    for var epoch in epochs.dropFirst() {
      guard let new = step(epoch.step) else { continue }
      epoch.step = new
      history.add(epoch)
    }
    return history
  }

  /// The stores that handled actions. A lost store list may belong to the last step before it: then the state
  /// of that step is unknown, but the stores that handled its action are known.
  package var ofActions: StoreListHistory {
    var history = self
    for (number, epoch) in epochs.enumerated() {
      if let last = epoch.lastHandled { history.epochs[number].step = last.next }
    }
    return history
  }

  /// The last epoch that begins at or before `step`.
  private func place(of step: Step) -> Int {
    max(0, epochs.partitionPoint { $0.step > step } - 1)
  }
}

// MARK: - Reading

extension StoreListHistory {
  /// Applies the next store list or checkpoint of the log; ignores other records.
  package mutating func apply(_ kind: RecordKind?, _ body: UnsafeRawBufferPointer) throws(ByteFault)
  {
    switch kind {
    case .storeList:
      let (list, states) = try StoreList.read(from: body)
      try apply(list, states)
    case .checkpoint:
      var reader = RecordStream.reader(of: body)
      applyCheckpoint(of: try reader.step())
    default: break
    }
  }

  /// Applies the next store list of the log, with the states of the stores that arrived.
  package mutating func apply(_ list: StoreList, _ states: Checkpoint) throws(ByteFault) {
    guard list.step >= reached else {
      throw ByteFault.malformed("a store list's step, which is an earlier one,", at: 0)
    }
    try applyNames(of: list)
    try memory.reserve(
      list.stores.count * LogHeader.memoryOfName + list.registered.count * 8
        + list.arrived.count * MemoryLayout<Arrival>.stride + states.memory)
    reached = list.step
    guard !isLost else { return candidate = list }
    let arrived = list.arrived.enumerated().map { place, store in
      Arrival(store: store, states: states, place: place)
    }
    add(
      Epoch(
        step: list.step, count: stores.count, registered: list.registered, arrived: arrived))
  }

  private mutating func applyNames(of list: StoreList) throws(ByteFault) {
    let repeated = stores.count - list.known
    guard repeated >= 0, list.stores.starts(with: stores[list.known...]) else {
      throw ByteFault.malformed("a store list that continues the one before it", at: 0)
    }
    let new = list.stores[repeated...]
    let newNames = Set(new)
    guard newNames.count == new.count, names.isDisjoint(with: newNames) else {
      throw ByteFault.malformed("a store list whose names are different", at: 0)
    }
    names.formUnion(newNames)
    stores += new
    if firstStores.isEmpty { firstStores = stores }
  }

  /// A checkpoint has the states of all stores; with its store list, it ends the effects of earlier losses.
  private mutating func applyCheckpoint(of step: Step) {
    reached = max(reached, step)
    if isLost, let candidate, candidate.step == step {
      add(Epoch(step: step, count: candidate.count, registered: candidate.registered))
    }
  }

  /// Continues without the log's first frame.
  mutating func loseBeginning(_ fault: ReadingError) {
    epochs = [Epoch(step: .initial, count: stores.count, registered: [], fault: fault)]
  }

  /// Continues after an unreadable frame after `step`, which may have had a store list of that step.
  mutating func lose(after step: Step, _ fault: ReadingError) {
    candidate = nil
    guard !isLost else { return }
    let last = max(step, reached)
    let whole = last.previous ?? .initial
    epochs.removeAll { $0.step > whole }
    let lost = Epoch(
      step: whole.next, count: stores.count, registered: [], fault: fault.leaving(whole),
      lastHandled: last)
    epochs.append(lost)
  }

  private var isLost: Bool { epochs.last?.fault != nil }

  /// Of two store lists of one step the later counts; arrivals of the earlier one stay.
  private mutating func add(_ epoch: Epoch) {
    var epoch = epoch
    if let last = epochs.last, last.step == epoch.step {
      epochs.removeLast()
      let later = Set(epoch.arrived.map(\.store))
      epoch.arrived = last.arrived.filter { !later.contains($0.store) } + epoch.arrived
    }
    epochs.append(epoch)
  }
}

extension ReadingError {
  /// The same damage, with an earlier step as the last one that can be replayed.
  fileprivate func leaving(_ step: Step) -> ReadingError {
    guard case .damaged(var damage) = self else { return self }
    (damage.lost, damage.lastWhole) = (.rest, step)
    return .damaged(damage)
  }
}
