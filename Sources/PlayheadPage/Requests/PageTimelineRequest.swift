package import PlayheadInspector
import PlayheadLog
import PlayheadReading

/// Asks for the number of actions in each column of a timeline, and for the stores that they changed.
package struct PageTimelineRequest: Request {
  enum Axis: String, Codable { case time, steps }

  private let axis: Axis
  /// In nanoseconds since the start, or in steps.
  private let start, end: Double
  private let columns: Int
  /// Only these actions count; nil for all.
  private let filter: PageFilter?

  /// The most columns: more than a screen has.
  private static let mostColumns = 20_000
  /// The time between two parts.
  private static let interval = Duration.milliseconds(200)

  package var needsStores: Bool { false }

  /// Whether it takes states to know which actions count.
  package var looksAtStates: Bool { filter?.path != nil }

  package typealias Part = Answer

  /// The counts, or those so far.
  package struct Answer: Codable, Sendable {
    /// The number of actions before `start`.
    var before = 0
    var counts: [Int]
    /// For each store, 1 for columns with an action that changed it; nil for stores without any.
    var stores: [[Int]?]
    /// The most frequent types.
    var types: [TypeCounts] = []
  }

  /// The number of actions of a type in each column.
  package struct TypeCounts: Codable, Sendable {
    var name: String
    var counts: [Int]
  }

  package func answer(from inspector: Inspector, _ give: (Answer) throws -> Void) throws -> Answer {
    let log = inspector.log
    guard end > start, (1...Self.mostColumns).contains(columns) else {
      return Answer(counts: [], stores: [])
    }
    let names = inspector.recording.types.map(\.name)
    var counter = Counter(self, inspector.recording.stores.count, names)
    var last = ContinuousClock.now
    func report() throws {
      guard ContinuousClock.now - last >= Self.interval else { return }
      last = .now
      try give(counter.answer)
    }
    if let filter {
      guard let steps = log.known(0, log.lastCountedStep.number) else { return counter.answer }
      let numbers = Dictionary(
        inspector.recording.stores.enumerated().map { ($0.element, $0.offset) },
        uniquingKeysWith: { first, _ in first })
      try filter.forEachMatch(in: steps, of: inspector) { entry in
        counter.count(
          entry.step, log.offset(of: entry.moment), entry.type.name,
          entry.changed.compactMap { numbers[$0] })
        if entry.step.number % 4096 == 0 { try report() }
      }
      return counter.answer
    }
    for chunk in log.chunkSteps {
      if axis == .steps, Double(chunk.upperBound.number) < start {
        counter.answer.before += chunk.count
        continue
      }
      if axis == .steps, Double(chunk.lowerBound.number) > end { break }
      guard let head = try? log.head(holding: chunk.lowerBound) else { continue }
      let sets = head.storeSets.map { StoreSet.stores(of: $0) }
      for index in 0..<head.count {
        let isHandled = index < head.changedColumn.count
        let stores = isHandled ? sets[Int(head.changedColumn[index])] : []
        let step = Step(head.firstStep.number + UInt64(index))
        let type = head.types[Int(head.typeColumn[index])].name
        counter.count(step, log.offset(of: head.moments[index]), type, stores)
      }
      try report()
      try inspector.onEvent(
        .progress(
          .init(work: .reading, done: head.lastStep.number, total: log.lastStep.number)))
    }
    return counter.answer
  }

  private struct Counter {
    /// The most types that are counted.
    private static let mostTypes = 6

    private let request: PageTimelineRequest
    /// The places of types in the answer.
    private var places: [String: Int] = [:]
    var answer: Answer

    /// `types` are names, the most frequent first. Versions of a type have the same name.
    init(_ request: PageTimelineRequest, _ storeCount: Int, _ types: [String]) {
      self.request = request
      answer = Answer(
        counts: Array(repeating: 0, count: request.columns),
        stores: Array(repeating: nil, count: storeCount))
      for name in types where places[name] == nil && places.count < Self.mostTypes {
        places[name] = answer.types.count
        answer.types.append(
          TypeCounts(name: name, counts: Array(repeating: 0, count: request.columns)))
      }
    }

    mutating func count(_ step: Step, _ offset: Int64, _ type: String, _ stores: [Int]) {
      let unit = request.axis == .time ? Double(offset) : Double(step.number)
      guard unit >= request.start else {
        answer.before += 1
        return
      }
      guard unit <= request.end else { return }
      let share = (unit - request.start) / (request.end - request.start)
      let column = min(Int(share * Double(request.columns)), request.columns - 1)
      answer.counts[column] += 1
      if let place = places[type] { answer.types[place].counts[column] += 1 }
      for store in stores where answer.stores.indices.contains(store) {
        if answer.stores[store] == nil {
          answer.stores[store] = Array(repeating: 0, count: request.columns)
        }
        answer.stores[store]?[column] = 1
      }
    }
  }
}
