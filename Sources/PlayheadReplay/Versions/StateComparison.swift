import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadValues

/// The states that a replay of a log needs, as this build reads them: the initial ones, those after gaps, and
/// those of stores that arrived later.
struct StateComparison {
  private(set) var changes: [Compatibility.Change] = []

  private typealias Stored = (checkpoint: Checkpoint, place: Int)

  init(_ log: any ActionSource, _ player: any Replayable) throws {
    let stored = try StoredStates(of: log, player)
    do {
      try stored.requireSameStores()
    } catch ReplayError.otherStores(let log, let app) {
      add(.otherStores(log: log, app: app), to: .stores)
    }
    for store in stored.added where stored.changes.isAdded(player.stores[store]) {
      add(.storeAdded, to: .state(of: player.stores[store]))
    }
    for (number, states) in Self.states(of: log, stored).enumerated() {
      let name = stored.names[number]
      if let fact = stored.changes.fact(of: name) { add(fact, to: .state(of: name)) }
      if let store = stored.order[number] { compare(states, of: name, store, stored) }
    }
  }

  private mutating func add(_ fact: Compatibility.Fact, to subject: Compatibility.Subject) {
    changes.append(.init(subject: subject, fact: fact, first: .initial, count: 0))
  }

  /// The needed states of each store, by number.
  private static func states(of log: any ActionSource, _ stored: StoredStates) -> [[Stored]] {
    var states = [[Stored]](repeating: [], count: stored.names.count)
    for checkpoint in StoredCheckpoints(of: log, stored).needed {
      for store in states.indices.prefix(checkpoint.storeCount) {
        states[store].append((checkpoint, store))
      }
    }
    for arrival in log.storeLists.arrivals where states.indices.contains(arrival.store) {
      states[arrival.store].append((arrival.states, arrival.place))
    }
    return states
  }

  private mutating func compare(
    _ states: [Stored], of name: String, _ store: Int, _ stored: StoredStates
  ) {
    var tally = Tally(.state(of: name))
    var fields = FieldComparison()
    for state in states {
      let step = state.checkpoint.step
      let version = state.checkpoint.version(of: state.place)
      let versionFact = stored.versionFact(of: store, version)
      if let versionFact { tally.add(versionFact, at: step) }
      let incompatibility = fields.decode { notes in
        try stored.value(of: store, in: state.checkpoint, place: state.place, notes)
      } stored: {
        // An upgraded state is not the decoded one.
        if case .upgraded = versionFact { nil } else { state.checkpoint.tree(of: state.place) }
      }
      if let incompatibility { tally.add(incompatibility, at: step) }
    }
    for fact in fields.facts { tally.add(fact) }
    changes += tally.changes
  }
}

extension Checkpoint {
  /// A state as a tree; nil if it is damaged.
  fileprivate func tree(of place: Int) -> Value? {
    state(of: place) { (shape, row) in try? Value(shapes: shapes, shape: shape, row: row) }
  }
}

extension StoredStates {
  /// What becomes of a part's states of `version`, unless that is the current version.
  fileprivate func versionFact(of store: Int, _ version: Int) -> Compatibility.Fact? {
    let current = stateVersion(of: type(of: player.states[store]))
    let steps = (player as? DispatcherPlayer)?.stateSteps(of: store, from: version) ?? []
    guard let last = steps.last else {
      return version == current ? nil : .otherVersion(version, current: current)
    }
    // If the upgrades end elsewhere, decoding reports it.
    guard last.newVersion == current else { return nil }
    return .upgraded(
      to: ActionType(name: player.stores[store], version: current), steps: steps.count)
  }
}

/// Counts facts, in the order in which they first came up.
struct Tally {
  private let subject: Compatibility.Subject
  private var places: [Compatibility.Fact: Int] = [:]
  private var all: [(fact: Compatibility.Fact, first: Step, count: Int)] = []

  init(_ subject: Compatibility.Subject) { self.subject = subject }

  /// Counts a fact at `step`.
  mutating func add(_ fact: Compatibility.Fact, at step: Step) {
    if let place = places[fact] {
      all[place].count += 1
    } else {
      places[fact] = all.count
      all.append((fact, step, 1))
    }
  }

  /// Adds a fact that is not counted.
  mutating func add(_ fact: Compatibility.Fact) { all.append((fact, .initial, 0)) }

  var changes: [Compatibility.Change] {
    all.map { .init(subject: subject, fact: $0.fact, first: $0.first, count: $0.count) }
  }
}
