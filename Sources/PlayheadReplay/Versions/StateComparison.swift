import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// The states in a log without which it cannot be replayed, as this build reads them: the initial ones,
/// those behind gaps, and those of stores that came later.
struct StateComparison {
  private(set) var changes: [Compatibility.Change] = []

  private typealias Stored = (checkpoint: Checkpoint, place: Int)

  init(_ log: LogReader, _ player: any Replayable) throws {
    let stored: StoredStates
    do {
      stored = try StoredStates(of: log, player)
    } catch ReplayError.otherStores(let log, let app) {
      changes = [
        .init(subject: .stores, fact: .otherStores(log: log, app: app), first: .initial, count: 0)
      ]
      return
    }
    for (number, states) in Self.states(of: log, stored).enumerated() {
      compare(states, of: number, stored)
    }
  }

  /// The states of each store, by number.
  private static func states(of log: LogReader, _ stored: StoredStates) -> [[Stored]] {
    var states = [[Stored]](repeating: [], count: stored.names.count)
    for checkpoint in StoredCheckpoints(of: log, stored).needed {
      for store in states.indices.prefix(checkpoint.storeCount) {
        states[store].append((checkpoint, store))
      }
    }
    for arrival in log.rosters.arrivals where states.indices.contains(arrival.store) {
      states[arrival.store].append((arrival.states, arrival.place))
    }
    return states
  }

  private mutating func compare(_ states: [Stored], of number: Int, _ stored: StoredStates) {
    var tally = Tally(.state(of: stored.names[number]))
    var fields = FieldComparison()
    for state in states {
      let step = state.checkpoint.step
      let version = state.checkpoint.version(of: state.place)
      let versionFact = stored.versionFact(of: number, version)
      if let versionFact { tally.add(versionFact, at: step) }
      let misfit = fields.decode { notes in
        try stored.value(of: number, in: state.checkpoint, place: state.place, notes)
      } stored: {
        // What an upgrade made is not what was decoded.
        if case .upgraded = versionFact { nil } else { state.checkpoint.tree(of: state.place) }
      }
      if let misfit { tally.add(misfit, at: step) }
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
  /// What becomes of a store's states of a version, if that is not the present one.
  fileprivate func versionFact(of number: Int, _ version: Int) -> Compatibility.Fact? {
    let store = order[number]
    let present = stateVersion(of: type(of: player.states[store]))
    let steps = (player as? DispatcherPlayer)?.stateSteps(of: store, from: version) ?? []
    guard let last = steps.last else {
      return version == present ? nil : .otherVersion(version, present: present)
    }
    // Where they lead elsewhere, decoding says so.
    guard last.newVersion == present else { return nil }
    return .upgraded(to: ActionType(name: names[number], version: present), steps: steps.count)
  }
}

/// How often each of some facts came up, in the order in which they first did.
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

  /// Takes in a fact that is not counted.
  mutating func add(_ fact: Compatibility.Fact) { all.append((fact, .initial, 0)) }

  var changes: [Compatibility.Change] {
    all.map { .init(subject: subject, fact: $0.fact, first: $0.first, count: $0.count) }
  }
}
