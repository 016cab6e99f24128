/// What may break a replay, in the words of the causes that `playhead check` names.
package enum Rule: String, CaseIterable, Sendable {
  /// Code reads a clock other than the context's.
  case clock
  /// Code makes a random number or a UUID without the context.
  case random
  /// The order of a set or dictionary, or a hash, gets into a state.
  case hashOrder
  /// An address in memory gets into a state.
  case addresses
  /// Code reads the device's time zone.
  case timeZone
  /// Code reads the device's language.
  case locale
  /// The result depends on the thread that handles actions.
  case thread
  /// Code reads or writes something outside the stores' states.
  case outsideState
  /// States share an object.
  case sharedReference
  /// A state changes when it is encoded and decoded.
  case roundTrip
  /// A suppression is needless, or has no reason.
  case silence
}

extension Rule {
  /// Why it breaks a replay: the end of a sentence that begins with a name.
  var reason: String {
    switch self {
    case .clock: "reads a clock, which shows a different time when the log is replayed"
    case .random: "is a different value each time, and it is not in the log"
    case .hashOrder: "depends on the hash seed, which is different in each process"
    case .addresses: "is a memory address, which is different in each process"
    case .timeZone: "depends on the time zone of the device"
    case .locale: "depends on the language of the device"
    case .thread: "depends on the thread, and a replay uses a different thread"
    case .outsideState: "is outside the stores' states, so a replay cannot restore it"
    case .sharedReference: "is an object that all steps of a replay share"
    case .roundTrip: "is lost when the state is encoded and decoded, as in each checkpoint"
    case .silence: ""
    }
  }

  /// What to do about it.
  package var wayOut: String {
    switch self {
    case .clock: "put the date into the action, or use PlayheadFlux's 'context.now'"
    case .random:
      "put the value into the action, or use PlayheadFlux's 'context.uuid()', 'context.random(in:)' or "
        + "'using: &context.generator'"
    case .hashOrder: "sort first, or keep an array"
    case .addresses: "give the objects numbers, and keep the numbers"
    case .timeZone: "put the zone into the action or the state, or leave it to views"
    case .locale: "put the language into the action or the state, or leave it to views"
    case .thread: "do not use the thread"
    case .outsideState: "keep it in a store's state, or put it into the action"
    case .sharedReference: "make it a struct or an enum"
    case .roundTrip: "encode it and decode it, or compute it"
    case .silence: ""
    }
  }

  /// Examples for the help.
  package var examples: String {
    switch self {
    case .clock:
      "Date(), Date.now, ContinuousClock.now, DispatchTime.now(), clock_gettime, systemUptime"
    case .random: "UUID(), Int.random(in:), shuffled(), randomElement(), arc4random, drand48"
    case .hashOrder:
      "for, map, first, reduce, joined, Array(…) over a Set, a Dictionary, its keys or values, "
        + "unless the result is sorted, counted, or put into a set again; hashValue, Hasher"
    case .addresses: "ObjectIdentifier(object), Unmanaged, pointers as numbers"
    case .timeZone:
      "TimeZone.current, Calendar.current, DateFormatter and Calendar(identifier:) without a "
        + "zone, formatted()"
    case .locale: "Locale.current, localizedCompare, NumberFormatter, String(localized:)"
    case .thread: "Thread.current, Thread.isMainThread, pthread_self"
    case .outsideState:
      "variables that are global or static, or of objects that a handler captures, ProcessInfo, "
        + "FileManager, UserDefaults, URLSession, Data(contentsOf:), getenv"
    case .sharedReference:
      "a class in the types that a state is made of, unless it never changes"
    case .roundTrip:
      "a stored property that 'init(from:)', 'encode(to:)' or 'CodingKeys' leave out"
    case .silence:
      "a comment 'playhead-ignore' without a reason, or with nothing to silence"
    }
  }
}
