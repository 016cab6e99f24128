import PlayheadCoding

/// Which stores handled the actions of a log, from its first step to its last.
package struct RosterHistory {
  /// The names of all stores by number: the header's, and behind them those that came later.
  package private(set) var stores: [String]
  private var stretches: [Stretch]

  /// The steps from one change of the stores to the next.
  package struct Stretch {
    /// The step after which the change came.
    package let step: Step
    /// How many of the stores there had been so far.
    package let count: Int
    /// The numbers of the stores that handle actions, in the order in which they do.
    package let registered: [Int]
    /// The numbers of the stores whose states are in the last checkpoint of the step.
    package fileprivate(set) var arrived: [Int]
    /// Why the rest is not known.
    fileprivate var fault: LogError?
  }

  /// What a log without a roster has: the header's stores, from its first step to its last.
  init(_ header: LogHeader) {
    stores = header.stores
    let all = Array(header.stores.indices)
    stretches = [Stretch(step: .initial, count: all.count, registered: all, arrived: [])]
  }

  /// Goes on with the next roster of the log.
  mutating func take(_ roster: Roster) throws(ByteFault) {
    let last = stretches.last { $0.fault == nil }
    guard roster.step >= last?.step ?? .initial, roster.stores.starts(with: stores) else {
      throw ByteFault.malformed("a roster that continues the one before it", at: 0)
    }
    stores = roster.stores
    var arrived = roster.arrived
    if let lost = stretches.last, lost.fault != nil, roster.step < lost.step {
      // What was lost is another roster of this step, and nobody knows who arrived with it. A
      // checkpoint behind this one has the states of all; without one the loss lasts.
      guard !arrived.isEmpty else { return }
      arrived = Array(stores.indices)
    }
    add(
      Stretch(
        step: roster.step, count: stores.count, registered: roster.registered,
        arrived: arrived))
  }

  /// Goes on behind something that cannot be read and follows `step`.
  mutating func lose(after step: Step, _ fault: LogError) {
    let before = max(step, stretches.last?.step ?? .initial)
    add(Stretch(step: before.next, count: stores.count, registered: [], arrived: [], fault: fault))
  }

  /// Of two rosters of one step the later counts; what arrived with the earlier has arrived.
  private mutating func add(_ stretch: Stretch) {
    var stretch = stretch
    while let last = stretches.last, last.step >= stretch.step {
      stretches.removeLast()
      guard last.step == stretch.step, stretch.fault == nil else { continue }
      stretch.arrived = last.arrived.filter { !stretch.arrived.contains($0) } + stretch.arrived
    }
    stretches.append(stretch)
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

  /// The last stretch that begins at or before `step`; the first one begins at step 0.
  private func place(of step: Step) -> Int {
    var (low, high) = (0, stretches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].step <= step { low = middle } else { high = middle }
    }
    return low
  }
}
