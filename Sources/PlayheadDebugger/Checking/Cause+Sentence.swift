import PlayheadReplay

extension Cause {
  /// The cause and its evidence.
  var sentences: [String] {
    if let obstacle { return ["cause: unknown, because \(obstacle)"] }
    let found = kinds.map(\.words).joined(separator: ", and ")
    var sentences = ["cause: \(found)"]
    if !evidence.isEmpty { sentences.append(evidence) }
    sentences += conversions
    let innocent = trials.filter { !$0.differs }.compactMap(\.factor)
    if !innocent.isEmpty {
      sentences.append("ruled out: \(innocent.map(\.words).joined(separator: ", "))")
    }
    for factor in Perturbation.allCases where uncontrolled.contains(factor) && !trials.isEmpty {
      sentences.append(factor.sentenceOfMissing)
    }
    return sentences
  }

  /// The variations that led to other states, or the runs that differed with everything held constant.
  private var evidence: String {
    guard let unvaried = trials.first else { return "" }
    let unvariedResult = unvaried.states == 1 ? "no difference" : "they also differ"
    let differing = trials.dropFirst().filter(\.differs)
    if differing.isEmpty {
      return
        "\(unvaried.runs) runs with everything else held constant\(exceptions): \(unvariedResult)"
    }
    // A difference on another thread or in a second replay is no evidence if something else causes it.
    let conclusive = differing.filter { trial in
      if kinds == [.addresses] { return trial.factor == .addresses }
      return !(trial.factor?.isOfReplay ?? false) || kinds.contains { $0.concernsReplay }
    }
    let runs = conclusive.map { trial in
      "\(Format.count(trial.runs, "run")) \(trial.factor?.variedWords ?? ""): \(trial.statesText)"
    }
    return (runs + ["everything held constant\(exceptions): \(unvariedResult)"]).joined(
      separator: "; ")
  }

  private var exceptions: String {
    let names = Perturbation.allCases.filter(uncontrolled.contains).map(\.words)
    return names.isEmpty ? "" : " but \(names.joined(separator: " and "))"
  }
}

extension Cause.Trial {
  /// How many states the runs led to.
  fileprivate var statesText: String {
    runs == 1
      ? "a different state" : states == 1 ? "one different state" : "\(states) different states"
  }
}

extension Cause.Kind {
  /// Whether how the replay ran is the evidence, not the process.
  fileprivate var concernsReplay: Bool {
    switch self {
    case .thread, .outsideState, .sharedReference, .observers: true
    default: false
    }
  }

  var words: String {
    switch self {
    case .hashOrder: "the order of a set or dictionary"
    case .addresses: "the address of an object"
    case .clock: "a clock whose times are not in the log"
    case .timeZone: "the time zone"
    case .locale: "the locale"
    case .thread: "the thread on which actions are handled"
    case .outsideState: "something outside the stores' states"
    case .sharedReference: "an object that states share"
    case .observers: "what an observer does"
    case .random: "a random number, a UUID, or something else that is different every time"
    case .roundTrip: "a state that does not survive encoding and decoding"
    case .draws: "draws that differ from the recording"
    case .decoding:
      "perhaps a value that is read from the log as another type than it was written as"
    case .recording:
      "different stores than when it was recorded, or something from outside that is not in the log"
    case .unknown: "unknown: nothing that 'check' varied; some runs differ and others do not"
    }
  }

  /// How to fix it.
  var advice: String {
    switch self {
    case .hashOrder: "Sort before the order gets into a state, or keep an array."
    case .addresses:
      "Leave 'ObjectIdentifier', pointers and hashes of objects out of states; number the objects."
    case .clock:
      "Put dates into actions, or, with PlayheadFlux, take them from the handler's context ('context.now'), so that "
        + "they are in the log."
    case .timeZone, .locale:
      "Put the time zone or locale into the action or the state, or leave the formatting to views."
    case .thread:
      "Handlers must not ask which thread they are on, nor use thread-local values."
    case .outsideState:
      "A replay cannot go back in globals, statics and objects of the app; put the value into a store's state."
    case .sharedReference:
      "A class instance in a state is one object for all steps, so going back shows its last value. "
        + "Make it a struct, or let the store replace it with a new object."
    case .observers:
      "Stores must not read what an observer writes, because not every replay has "
        + "observers; put the value into an action."
    case .random:
      "Put UUIDs and random numbers into actions, or, with PlayheadFlux, take them from the handler's context, so "
        + "that they are in the log."
    case .roundTrip:
      "Checkpoints are encoded and decoded, so a replay from a checkpoint would differ."
    case .draws:
      "The stores ask their context for different dates, UUIDs or random numbers than when the "
        + "log was recorded."
    case .decoding:
      "Let a wrapper of any value write which type it has, or ask for types in an order in which each value is read as "
        + "what it was. 'compat' lists all such values."
    case .recording:
      "If you have changed a store since then, this is that change. Otherwise replay it with the build that "
        + "recorded it, or find the first difference with 'compare --with' that build."
    case .unknown: "Try more runs, as in '--runs 50', to see the difference more often."
    }
  }
}

extension Perturbation {
  /// Its name in a list.
  var words: String {
    switch self {
    case .hashSeed: "the hash seed"
    case .addresses: "addresses"
    case .clock: "the clock"
    case .timeZone: "the time zone"
    case .locale: "the locale"
    case .thread: "the thread"
    case .secondReplay: "an earlier replay"
    case .doubleApplication: "applying actions twice"
    case .observers: "observers"
    }
  }

  /// Describes a run that varies it.
  fileprivate var variedWords: String {
    switch self {
    case .hashSeed: "with different hash seeds"
    case .addresses: "with different addresses"
    case .clock: "with a different clock"
    case .timeZone: "in a different time zone"
    case .locale: "in a different locale"
    case .thread: "on a thread other than the main thread"
    case .secondReplay: "after another replay in the same process"
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
    case .addresses: "addresses could not be held constant: this system does not allow it"
    default: "\(words) could not be varied"
    }
  }
}
