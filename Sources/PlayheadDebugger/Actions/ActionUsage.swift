import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadValues

/// How often each action type occurs in a log, and the effects of its actions.
///
/// Takes one pass over the log, in linear time. Keeps four bytes per action to find causes.
struct ActionUsage {
  let log: LogReader
  /// The app's current types; `nil` if the app is not linked in.
  let catalog: ActionCatalog?
  /// The types, the most frequent first.
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

  /// The app's types that the log does not have. Empty if the app is unknown.
  var neverDispatched: [ActionCatalog.Entry] {
    let names = Set(types.map { entry(of: $0.type)?.type.name ?? $0.type.name })
    return catalog?.types.filter { !names.contains($0.type.name) } ?? []
  }

  /// The current app's entry for the type; `nil` if the type or the app is unknown.
  func entry(of type: ActionType) -> ActionCatalog.Entry? { catalog?.entry(of: type) }

  /// The log's types that the current app does not have. Empty if the app is unknown.
  var unknown: [ActionType] {
    guard let catalog else { return [] }
    return types.map(\.type).filter { entry(of: $0) == nil && !catalog.drops($0) }
  }

  /// The log's types that the app's upgrades drop.
  var dropped: [ActionType] {
    catalog.map { catalog in types.map(\.type).filter(catalog.drops) } ?? []
  }

  /// The log's types that the current app has, but no store handles: they are for middleware, or a handler
  /// is missing.
  var untaken: [ActionType] {
    types.map(\.type).filter { entry(of: $0)?.handlers.isEmpty == true }
  }
}

/// The usage of one action type in a log.
struct TypeUsage {
  let type: ActionType
  let first: Step
  var last: Step
  var count = 0
  /// How many actions changed no store.
  var unchanged = 0
  /// How many actions the stores finished. `nanoseconds` is the sum of their times.
  var handled = 0
  var nanoseconds: Int128 = 0
  /// The sum of the times' upper bounds.
  var mostNanoseconds: Int128 = 0
  /// Whether some of the times are only lower bounds.
  var isCoarse = false
  /// The changed stores and how often each changed, in the order of their first changes.
  var changes = Counts<String>()
  /// The types of its causes, and how often each caused it.
  var causes = Counts<ActionType>()
  /// The types of its effects, and how often it caused each.
  var effects = Counts<ActionType>()
  /// How many actions have a cause that is not in the log.
  var unrecordedCauses = 0
  /// The field names of the actions.
  var fields = FieldNames()

  init(_ type: ActionType, first: Step) {
    self.type = type
    self.first = first
    last = first
  }

  /// An upper bound of the mean time; `nil` if no action was handled.
  var mostMeanNanoseconds: Int64? {
    handled == 0 ? nil : Int64(clamping: mostNanoseconds / Int128(handled))
  }

  /// Rounded down; `nil` if no action was handled.
  var meanNanoseconds: Int64? {
    handled == 0 ? nil : Int64(clamping: nanoseconds / Int128(handled))
  }
}

/// The field names of actions, in the order of their first occurrence.
struct FieldNames {
  private var counts = Counts<String>()
  private var shapeCount = 0
  private var optional: Set<String> = []

  /// Takes the fields of an action of this type. Of an enum's case these are its associated values.
  mutating func take(_ shape: Shape, of type: ActionType) {
    shapeCount += 1
    guard case .container(let container) = shape.root else { return }
    var fields = shape.containers[container]
    for name in type.cases.map({ [$0] }).joined(separator: ["_0"]) {
      guard fields.count == 1, fields[0].key == name,
        case .container(let associated) = fields[0].place
      else { break }
      fields = shape.containers[associated]
    }
    for field in fields {
      counts.add(field.key)
      if field.presence != nil { optional.insert(field.key) }
    }
  }

  /// Each name, and whether all actions have to have it.
  var all: [(name: String, isAlwaysThere: Bool)] {
    counts.all.map { ($0.element, $0.count == shapeCount && !optional.contains($0.element)) }
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

/// Counts of elements, in the order of their first occurrence.
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

  /// The most frequent first. Equal counts stay in order.
  var sorted: [(element: Element, count: Int)] {
    all.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }
}
