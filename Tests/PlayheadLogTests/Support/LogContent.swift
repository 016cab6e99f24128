import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

/// All that an action has in a log.
struct ActionContent: Equatable {
  var step: Step
  var type: ActionType
  var moment: Moment
  var cause: Step?
  var isHandled: Bool
  var changed: [String]
  var nanoseconds: Int64
  var payload: Value
  var draws: [Value]

  init(_ entry: LogEntry) throws {
    step = entry.step
    type = entry.type
    moment = entry.moment
    cause = entry.cause
    isHandled = entry.isHandled
    changed = entry.changed
    nanoseconds = entry.nanoseconds
    payload = try entry.payload()
    draws = try entry.draws()
  }
}

extension ActionContent {
  /// What is known of it where the names of the stores are lost with the log's header.
  var withoutStores: ActionContent {
    var content = self
    content.changed = []
    return content
  }
}

/// All that can be read of a log, and whether anything was wrong with it.
struct LogContent {
  var actions: [ActionContent] = []
  var notes: [Note] = []
  var gaps: [Gap] = []
  var digests: [StateDigests] = []
  var states: [[Value]] = []
  var stores: [String] = []
  /// The stores that are registered after each step of the log.
  var registered: [[Int]] = []
  /// The states of those that arrived last.
  var arrivals: [[Int: Value]] = []
  var isClosed = false
  var hasHeader = true
  var faults: [String] = []

  /// Everything is as in `other`, and nothing is wrong.
  func equals(_ other: LogContent) -> Bool {
    faults.isEmpty && actions == other.actions && notes == other.notes && gaps == other.gaps
      && digests == other.digests && states == other.states && isClosed == other.isClosed
      && stores == other.stores && registered == other.registered
      && arrivals == other.arrivals
  }

  init(_ bytes: [UInt8]) throws {
    guard let log = try note({ try LogReader(bytes: bytes, name: "log") }) else { return }
    try read(log)
  }

  init(_ log: LogReader) throws { try read(log) }

  private mutating func read(_ log: LogReader) throws {
    faults += log.damages.map(\.description)
    hasHeader = log.hasHeader
    isClosed = log.isClosed
    for steps in log.steps {
      var step = steps.lowerBound
      while step <= steps.upperBound {
        let found = try note { try ActionContent(try log.entry(at: step)) }
        guard let found else { break }
        actions.append(found)
        step = step.next
      }
    }
    notes = try note { try log.notes() } ?? []
    gaps = try note { try log.gaps() } ?? []
    digests = try note { try log.digests() } ?? []
    states = try note { try log.checkpoints().map { try $0.trees() } } ?? []
    stores = log.stores
    registered = try actions.compactMap { action in
      try note { try log.storeLists.epoch(after: action.step).registered }
    }
    arrivals = try actions.compactMap { action in
      try note { try log.storeLists.epoch(after: action.step).arrivals() }
    }
    faults += try note { try log.verify() }?.problems.map(\.description) ?? []
  }

  private mutating func note<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as ReadingError {
      faults.append(error.description)
    } catch let error as ByteFault {
      faults.append(error.sentence)
    }
    return nil
  }
}

extension StoreListHistory.Epoch {
  /// The states of the stores that arrived, by number.
  func arrivals() throws -> [Int: Value] {
    try Dictionary(
      uniqueKeysWithValues: arrived.map { ($0.store, try $0.states.trees()[$0.place]) })
  }
}

extension Checkpoint {
  func trees() throws -> [Value] {
    try (0..<storeCount).map { store in
      try state(of: store) { (shape, row) throws(ByteFault) in
        try Value(shapes: shapes, shape: shape, row: row)
      }
    }
  }
}
