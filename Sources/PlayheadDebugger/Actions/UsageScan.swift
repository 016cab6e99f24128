import PlayheadCoding
import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// The pass over a log for ``ActionUsage``.
struct UsageScan {
  private(set) var types: [TypeUsage] = []
  private var numbers: [ActionType: Int] = [:]
  private var history = TypeHistory()
  /// For each type, the shapes whose fields are counted already.
  private var shapes: [[ObjectIdentifier: Shape]] = []

  /// Counts an action. Call this in the order of the steps.
  mutating func take(_ entry: LogEntry) {
    let number = number(of: entry)
    history.append(number, at: entry.step)
    types[number].count += 1
    types[number].last = entry.step
    if entry.isHandled { takeOutcome(entry, number) }
    if let cause = entry.cause { take(cause: cause, number) }
    take(entry.shape, number)
  }

  private mutating func number(of entry: LogEntry) -> Int {
    let type = entry.type
    if let known = numbers[type] { return known }
    numbers[type] = types.count
    types.append(TypeUsage(type, first: entry.step))
    shapes.append([:])
    return types.count - 1
  }

  private mutating func takeOutcome(_ entry: LogEntry, _ number: Int) {
    let changed = entry.changed
    if changed.isEmpty { types[number].unchanged += 1 }
    for store in changed { types[number].changes.add(store) }
    types[number].handled += 1
    types[number].nanoseconds += Int128(entry.nanoseconds)
    let isCoarse = entry.timing == .coarse
    if isCoarse { types[number].isCoarse = true }
    types[number].mostNanoseconds += Int128(
      isCoarse ? CoarseTime.limit(of: entry.nanoseconds) : entry.nanoseconds)
  }

  private mutating func take(cause: Step, _ number: Int) {
    guard let causing = history.type(at: cause) else {
      types[number].unrecordedCauses += 1
      return
    }
    types[number].causes.add(types[causing].type)
    types[causing].effects.add(types[number].type)
  }

  /// Enough for the few shapes that a type has in a chunk, times a few chunks, which have their own shapes.
  private static let knownShapes = 64

  private mutating func take(_ shape: Shape, _ number: Int) {
    guard shapes[number][ObjectIdentifier(shape)] == nil else { return }
    if shapes[number].count == Self.knownShapes { shapes[number] = [:] }
    // Retains the shape, so that no other shape gets its address.
    shapes[number][ObjectIdentifier(shape)] = shape
    types[number].fields.take(shape, of: types[number].type)
  }
}

/// The type of the action at each step, as a small number.
private struct TypeHistory {
  /// Runs of steps without a gap, and the index of each run's first number.
  private var runs: [(first: Step, start: Int)] = []
  private var last: Step?
  private var numbers: [Int32] = []

  mutating func append(_ number: Int, at step: Step) {
    if last?.next != step { runs.append((step, numbers.count)) }
    last = step
    // A log has far fewer than 2³¹ types, because each takes some bytes.
    numbers.append(Int32(truncatingIfNeeded: number))
  }

  /// The type of the action at `step`; `nil` if it was not recorded, or comes later.
  func type(at step: Step) -> Int? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= step { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let end = low < runs.count ? runs[low].start : numbers.count
    let offset = step.number - runs[low - 1].first.number
    guard offset < UInt64(end - runs[low - 1].start) else { return nil }
    return Int(numbers[runs[low - 1].start + Int(offset)])
  }
}
