import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadValues

/// How often each type of action came in a log, and what came of it.
///
/// One pass over the log; an action costs the same however many came before. For the causes it keeps
/// four bytes per action.
struct ActionUsage {
  let log: LogReader
  /// What the app has now; nil if it is not linked in.
  let catalog: ActionCatalog?
  /// The most frequent first.
  private(set) var types: [TypeUsage] = []

  init(of log: LogReader, catalog: ActionCatalog?, _ console: Console) throws {
    self.log = log
    self.catalog = catalog
    var scan = UsageScan()
    let progress = Progress("reading", of: log.lastStep.number, on: console)
    defer { progress.finish() }
    if log.lastStep > .initial {
      try log.forEachEntry(in: Step.initial.next...log.lastStep, onDamage: { _ in }) { entry in
        scan.take(entry)
        progress.advance(to: entry.step.number)
      }
    }
    types = scan.types.sorted {
      ($1.count, $0.type.name, $0.type.version) < ($0.count, $1.type.name, $1.type.version)
    }
  }

  /// The types of the app that the log does not have; none if the app is unknown.
  var neverDispatched: [ActionCatalog.Entry] {
    let names = Set(types.map { entry(of: $0.type)?.type.name ?? $0.type.name })
    return catalog?.types.filter { !names.contains($0.type.name) } ?? []
  }

  /// What the present app has of the type; nil if that is nothing, or the app is unknown.
  func entry(of type: ActionType) -> ActionCatalog.Entry? { catalog?.entry(of: type) }

  /// The types of the log that the present app has no more; none if the app is unknown.
  var unknown: [ActionType] {
    guard let catalog else { return [] }
    return types.map(\.type).filter { entry(of: $0) == nil && !catalog.drops($0) }
  }

  /// The types of the log that the app's upgrades leave out.
  var dropped: [ActionType] {
    catalog.map { catalog in types.map(\.type).filter(catalog.drops) } ?? []
  }

  /// The types of the log that the present app has, and none of its stores takes: what its middleware
  /// is for, or a handler that is missing.
  var untaken: [ActionType] {
    types.map(\.type).filter { entry(of: $0)?.handlers.isEmpty == true }
  }
}

/// What is known of one type of action in a log.
struct TypeUsage {
  let type: ActionType
  let first: Step
  var last: Step
  var count = 0
  /// How many changed no store.
  var unchanged = 0
  /// How many the stores got through with: what the time is the sum of.
  var handled = 0
  var nanoseconds: Int128 = 0
  /// Whether some of the times are only lower bounds.
  var isCoarse = false
  /// The stores that changed, with how often, in the order in which they first did.
  var changes = Counts<String>()
  /// The types that caused it, with how often.
  var causes = Counts<ActionType>()
  /// The types that it caused.
  var effects = Counts<ActionType>()
  /// How many have a cause that is not in the log.
  var unrecordedCauses = 0
  /// The names of their fields.
  var fields = FieldNames()

  init(_ type: ActionType, first: Step) {
    self.type = type
    self.first = first
    last = first
  }

  /// Rounded down; nil if none was handled.
  var meanNanoseconds: Int64? {
    handled == 0 ? nil : Int64(clamping: nanoseconds / Int128(handled))
  }
}

/// The names of the fields that actions have, in the order in which they came up.
struct FieldNames {
  private var counts = Counts<String>()
  private var shapeCount = 0

  mutating func take(_ shape: Shape) {
    shapeCount += 1
    guard case .container(let container) = shape.root else { return }
    for field in shape.containers[container] { counts.add(field.key) }
  }

  /// Each name, and whether all of the actions have it.
  var all: [(name: String, isAlwaysThere: Bool)] {
    counts.all.map { ($0.element, $0.count == shapeCount) }
  }

  /// `(sku, note?)`.
  var text: String {
    let names = all.map { $0.name.visible + ($0.isAlwaysThere ? "" : "?") }
    return "(\(names.joined(separator: ", ")))"
  }

  var json: JSON {
    all.map { ["name": $0.name, "optional": !$0.isAlwaysThere] as JSON }.asJSON
  }
}

/// How often each of some things was counted, in the order in which they first were.
struct Counts<Element: Hashable> {
  private(set) var all: [(element: Element, count: Int)] = []
  private var places: [Element: Int] = [:]

  mutating func add(_ element: Element) {
    if let place = places[element] {
      all[place].count += 1
    } else {
      places[element] = all.count
      all.append((element, 1))
    }
  }

  /// The most frequent first, the earlier of equals first.
  var sorted: [(element: Element, count: Int)] {
    all.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }
}
