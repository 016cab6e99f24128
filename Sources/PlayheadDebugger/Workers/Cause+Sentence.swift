import PlayheadReplay

extension Cause {
  /// The cause and its evidence.
  var sentences: [String] {
    if let obstacle { return ["cause: not found out, as \(obstacle)"] }
    let found = kinds.map(\.words).joined(separator: ", and ")
    var sentences = ["cause: \(found)"]
    if !evidence.isEmpty { sentences.append(evidence) }
    let innocent = trials.filter { !$0.differs }.compactMap(\.factor)
    if !innocent.isEmpty {
      sentences.append("not by \(innocent.map(\.words).joined(separator: ", "))")
    }
    for factor in RunFactor.allCases where notHeld.contains(factor) && !trials.isEmpty {
      sentences.append(factor.sentenceOfMissing)
    }
    return sentences
  }

  /// The variations that led to other states, or the runs that differed with everything held still.
  private var evidence: String {
    guard let held = trials.first else { return "" }
    let stood = held.states == 1 ? "none differ" : "they differ as well"
    let differing = trials.dropFirst().filter(\.differs)
    if differing.isEmpty {
      return "\(held.runs) runs with all else held still\(exceptions): \(stood)"
    }
    // A difference on another thread or in a second replay is no evidence if something else causes it.
    let telling = differing.filter { trial in
      if kinds == [.addresses] { return trial.factor == .addresses }
      return !(trial.factor?.isWay ?? false) || kinds.contains { $0.isOfWay }
    }
    let runs = telling.map { trial in
      "\(Format.count(trial.runs, "run")) \(trial.factor?.variedWords ?? ""): \(trial.statesText)"
    }
    return (runs + ["all held still\(exceptions): \(stood)"]).joined(separator: "; ")
  }

  private var exceptions: String {
    let names = RunFactor.allCases.filter(notHeld.contains).map(\.words)
    return names.isEmpty ? "" : " but \(names.joined(separator: " and "))"
  }
}

extension Cause.Trial {
  /// How many states the runs led to.
  fileprivate var statesText: String {
    runs == 1 ? "another state" : states == 1 ? "one other state" : "\(states) different states"
  }
}

extension Cause.Kind {
  /// Whether the evidence is the way of the replay, not the process.
  fileprivate var isOfWay: Bool {
    switch self {
    case .thread, .outsideState, .sharedReference, .observers: true
    default: false
    }
  }

  var words: String {
    switch self {
    case .hashOrder: "the order of a set or dictionary"
    case .addresses: "where in memory something is"
    case .clock: "a clock that is not the context's"
    case .timeZone: "the time zone"
    case .locale: "the locale"
    case .thread: "the thread on which actions are handled"
    case .outsideState: "something that is kept outside of the stores' states"
    case .sharedReference: "an object that states share"
    case .observers: "what an observer does"
    case .random: "a random number, a UUID, or something else that no process has twice"
    case .roundTrip: "a state that does not survive encoding and decoding"
    case .draws: "other draws than were recorded"
    case .recording: "other stores than recorded it, or something from outside that the log lacks"
    case .unknown: "nothing that was varied; it comes and goes"
    }
  }

  /// How to fix it.
  var advice: String {
    switch self {
    case .hashOrder: "Sort before the order comes into a state, or keep an array."
    case .addresses:
      "Leave 'ObjectIdentifier', pointers and hashes of objects out of states; number the objects."
    case .clock:
      "Take dates from the handler's context ('context.now'), so that they are in the log."
    case .timeZone, .locale:
      "Let the action or the state say which one is meant, or leave the formatting to views."
    case .thread:
      "Handlers must not ask which thread they are on, nor use what belongs to a thread."
    case .outsideState:
      "Globals, statics and objects of the app are not gone back to; put it into a store's state."
    case .sharedReference:
      "A class instance in a state is one object for all steps: going back gives what became of it. "
        + "Make it a struct, or let the store put a new object in its place."
    case .observers:
      "Stores must not read what an observer writes, as not every replay has observers; let an action carry it."
    case .random:
      "Take UUIDs and random numbers from the handler's context, so that they are in the log."
    case .roundTrip:
      "Checkpoints are encoded and decoded, so a replay from one would go another way."
    case .draws:
      "The stores ask their context for other dates, UUIDs or random numbers than when it was "
        + "recorded."
    case .recording:
      "The stores are not those that were recorded, or took something from outside that the log "
        + "does not have."
    case .unknown: "More runs show it more often: '--runs 50'."
    }
  }
}

extension RunFactor {
  /// Its name in a list.
  var words: String {
    switch self {
    case .hashSeed: "the hash seed"
    case .addresses: "addresses"
    case .clock: "the clock"
    case .timeZone: "the time zone"
    case .locale: "the locale"
    case .thread: "the thread"
    case .secondReplay: "a replay before"
    case .doubleApplication: "applying actions twice"
    case .observers: "observers"
    }
  }

  /// Describes a run that varies it.
  fileprivate var variedWords: String {
    switch self {
    case .hashSeed: "with fresh hash seeds"
    case .addresses: "with other addresses"
    case .clock: "with another clock"
    case .timeZone: "in another time zone"
    case .locale: "in another locale"
    case .thread: "on another thread than the main one"
    case .secondReplay: "after another in the same process"
    case .doubleApplication: "with each action applied to a copy first"
    case .observers: "with observers"
    }
  }

  /// Says that this system cannot hold or vary it, and what to install.
  var sentenceOfMissing: String {
    switch self {
    case .clock:
      "the clock was not moved: libfaketime is missing, which 'tools/setup' installs "
        + "('apt-get install libfaketime', 'brew install libfaketime')"
    case .addresses: "addresses could not be held still: this system does not allow it"
    default: "\(words) could not be varied"
    }
  }
}
