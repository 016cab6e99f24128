package import PlayheadCoding

/// Which stores handled the actions of a log, from its first step to its last.
package struct StoreListHistory {
  /// The names of all stores by number: the header's, and behind them those that came later.
  package private(set) var stores: [String]
  /// The first known names: those of the first header, or where that is lost, of the next header or store list.
  package private(set) var firstStores: [String]
  private var names: Set<String>
  private var stretches: [Stretch]
  /// The last step of which the log said something.
  private var reached = Step.initial
  /// The last store list behind one that was lost: it lacks the states that the lost one had.
  private var candidate: StoreList?
  /// Whether a header was read without a store list or a checkpoint since: then all stores handle actions.
  private var isPartOpen = false
  /// How much memory the store lists may still take.
  package var memory = MemoryBudget()

  /// The steps from one change of the stores to the next.
  package struct Stretch {
    /// The step after which the change came.
    package fileprivate(set) var step: Step
    /// How many of the stores there had been so far.
    package let count: Int
    /// The numbers of the stores that handle actions, in the order in which they do.
    package let registered: [Int]
    /// The stores whose states no action led to.
    package fileprivate(set) var arrived: [Arrival] = []
    /// Why the rest is not known.
    fileprivate var fault: LogError?
    /// The last step before that whose action was handled by stores that are known.
    fileprivate var lastHandled: Step?
  }

  /// A store that came with a state of its own.
  package struct Arrival {
    /// The store's number.
    package let store: Int
    /// The states of those that arrived together.
    package let states: Checkpoint
    /// Its place among them.
    package let place: Int
  }

  /// What a log without a store list has: the header's stores, from its first step to its last.
  package init(_ stores: [String]) {
    (self.stores, firstStores) = (stores, stores)
    names = Set(stores)
    let all = Array(stores.indices)
    stretches = [Stretch(step: .initial, count: all.count, registered: all)]
  }

  /// The stores after `step`; throws where what the log says of them cannot be read.
  package func stretch(after step: Step) throws(LogError) -> Stretch {
    let stretch = stretches[place(of: step)]
    if let fault = stretch.fault { throw fault }
    return stretch
  }

  /// The next step after `step` behind which the stores are others.
  package func change(after step: Step) -> Step? {
    let next = place(of: step) + 1
    return next < stretches.count ? stretches[next].step : nil
  }

  /// The stores that came with a state of their own, in order; as far as that can be read.
  package var arrivals: [Arrival] { stretches.flatMap(\.arrived) }

  /// The same changes behind other steps, in the same order; `step` returns nil for a change that does not come.
  package func renumbered(_ step: (Step) -> Step?) -> StoreListHistory {
    var history = self
    history.stretches = Array(stretches.prefix(1))
    for var stretch in stretches.dropFirst() {
      guard let new = step(stretch.step) else { continue }
      stretch.step = new
      history.add(stretch)
    }
    return history
  }

  /// The stores that handled actions. A lost store list may belong to the last step before it: then the state of that step
  /// is unknown, but who handled its action is known.
  package var ofActions: StoreListHistory {
    var history = self
    for (number, stretch) in stretches.enumerated() {
      if let last = stretch.lastHandled { history.stretches[number].step = last.next }
    }
    return history
  }

  /// The last stretch that begins at or before `step`; the first one begins at step 0.
  private func place(of step: Step) -> Int {
    max(0, stretches.partitionPoint { $0.step > step } - 1)
  }
}

// MARK: - Reading

extension StoreListHistory {
  /// Goes on with the next header, store list or checkpoint of the log; other records say nothing of stores.
  package mutating func take(_ kind: RecordKind?, _ body: UnsafeRawBufferPointer) throws(ByteFault)
  {
    switch kind {
    case .header: try takeNames(of: LogHeader(from: body))
    case .storeList:
      let (list, states) = try StoreList.read(from: body)
      try take(list, states)
    case .checkpoint:
      var reader = RecordStream.reader(of: body)
      takeCheckpoint(of: Step(try reader.varint()))
    default: break
    }
  }

  /// A header in the middle has the names of all stores so far, those in a lost store list included.
  private mutating func takeNames(of header: LogHeader) throws(ByteFault) {
    guard header.stores.starts(with: stores), Set(header.stores).count == header.stores.count else {
      throw ByteFault.malformed("a header that continues what was before it", at: 0)
    }
    stores = header.stores
    names = Set(stores)
    if firstStores.isEmpty { firstStores = stores }
    candidate = nil
    isPartOpen = true
  }

  /// Goes on with the next store list of the log, and the states of those that arrived with it.
  package mutating func take(_ list: StoreList, _ states: Checkpoint) throws(ByteFault) {
    guard list.step >= reached else {
      throw ByteFault.malformed("a store list's step, which is an earlier one,", at: 0)
    }
    try takeNames(of: list)
    try memory.take(
      list.stores.count * LogHeader.memoryOfName + list.registered.count * 8
        + list.arrived.count * MemoryLayout<Arrival>.stride + states.memory)
    reached = list.step
    isPartOpen = false
    guard !isLost else { return candidate = list }
    let arrived = list.arrived.enumerated().map { place, store in
      Arrival(store: store, states: states, place: place)
    }
    add(
      Stretch(
        step: list.step, count: stores.count, registered: list.registered, arrived: arrived))
  }

  private mutating func takeNames(of list: StoreList) throws(ByteFault) {
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

  /// A checkpoint has the states of all stores: with its store list, what was lost before matters no more.
  private mutating func takeCheckpoint(of step: Step) {
    reached = max(reached, step)
    defer { isPartOpen = false }
    if isPartOpen {
      add(Stretch(step: step, count: stores.count, registered: Array(stores.indices)))
    } else if isLost, let candidate, candidate.step == step {
      add(Stretch(step: step, count: candidate.count, registered: candidate.registered))
    }
  }

  /// Goes on without the log's first frame.
  mutating func loseBeginning(_ fault: LogError) {
    stretches = [Stretch(step: .initial, count: stores.count, registered: [], fault: fault)]
  }

  /// Continues behind an unreadable frame after `step`, which may have had a store list of that very step.
  mutating func lose(after step: Step, _ fault: LogError) {
    candidate = nil
    guard !isLost else { return }
    let last = max(step, reached)
    let whole = last.previous ?? .initial
    stretches.removeAll { $0.step > whole }
    let lost = Stretch(
      step: whole.next, count: stores.count, registered: [], fault: fault.leaving(whole),
      lastHandled: last)
    stretches.append(lost)
  }

  private var isLost: Bool { stretches.last?.fault != nil }

  /// Of two store lists of one step the later counts; who arrived with the earlier has arrived.
  private mutating func add(_ stretch: Stretch) {
    var stretch = stretch
    if let last = stretches.last, last.step == stretch.step {
      stretches.removeLast()
      let later = Set(stretch.arrived.map(\.store))
      stretch.arrived = last.arrived.filter { !later.contains($0.store) } + stretch.arrived
    }
    stretches.append(stretch)
  }
}

extension LogError {
  /// The same damage, with an earlier step as the last that can be replayed.
  fileprivate func leaving(_ step: Step) -> LogError {
    guard case .damaged(var damage) = self else { return self }
    (damage.lost, damage.lastWhole) = (.rest, step)
    return .damaged(damage)
  }
}
