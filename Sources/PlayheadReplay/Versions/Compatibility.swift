package import PlayheadReading
public import PlayheadFlux
public import PlayheadLog
import PlayheadValues

/// Whether a log can be replayed with this build of the app: whether every action and every state in it can
/// be read, and what is read in another way than it was written.
///
/// ```swift
/// let compatibility = try Compatibility(log, of: Market.self)
/// guard compatibility.verdict < .impossible else { return print(compatibility) }
/// ```
///
/// Guesses nothing from the types: decodes each action as a replay would and applies the app's upgrades, but
/// gives it to no store. Takes about as long as reading the log.
public struct Compatibility: Codable, Hashable, Sendable {
  /// How much a change matters.
  public enum Verdict: Int, Comparable, CaseIterable, Sendable {
    /// Everything is read as it was written.
    case fine
    /// Everything can be read. The changes decide whether the states are the recorded ones.
    case risky
    /// A replay stops at the first such action or state.
    case impossible

    /// Better verdicts come first.
    public static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }
  }

  /// What a change is about.
  public enum Subject: Codable, Hashable, Sendable {
    /// The list of stores.
    case stores
    /// The states of a store.
    case state(of: String)
    /// The actions of a type, by its name and version in the log.
    case action(ActionType)
  }

  /// What is different. Places are field paths, with all elements of a list together: `lines[…].price`.
  public enum Fact: Codable, Hashable, Sendable {
    /// The field is no longer read.
    case unread(String)
    /// The log has no such field, and the type supplies a value.
    case supplied(String)
    /// The field is a number of another type, or another kind of container. All values in the log fit into the
    /// current type.
    case converted(String, from: String, to: String)
    /// It has another version than the app's type, `current`, and no upgrade: it is decoded as it is.
    case otherVersion(Int, current: Int)
    /// The app's upgrades, `steps` of them, turn it into this type or version.
    case upgraded(to: ActionType, steps: Int)
    /// The app's upgrades leave it out.
    case dropped
    /// The app's upgrades rename the store.
    case storeRenamed(to: String)
    /// The app's upgrades leave the store out.
    case storeDropped
    /// The log has no such store, and the app's upgrades declare it as added.
    case storeAdded
    /// The app has no type of this name, and stores took it when it was recorded.
    case unknown
    /// The app has no type of this name, and the recorded app stopped within such an action.
    case unknownAtEnd
    /// The app's upgrades lead to version `reached`, but not to the current one.
    case noUpgrade(reached: Int, current: Int)
    /// It cannot be decoded, or an upgrade throws, for this reason.
    case incompatible(String)
    /// The log's stores are not the app's.
    case otherStores(log: [String], app: [String])
  }

  /// One difference.
  public struct Change: Codable, Hashable, Sendable {
    /// What the change is about.
    public let subject: Subject
    /// What is different.
    public let fact: Fact
    /// The first step with the change.
    public let first: Step
    /// How many actions or states have the change. 0 for changes of fields, which are not counted.
    public internal(set) var count: Int

    /// How much the change matters.
    public var verdict: Verdict {
      switch fact {
      case .unread, .supplied, .converted, .otherVersion, .upgraded, .dropped, .storeRenamed,
        .storeDropped, .storeAdded:
        .risky
      case .unknown, .unknownAtEnd, .noUpgrade, .incompatible, .otherStores: .impossible
      }
    }
  }

  /// The changes, the worst first; then stores in their order, then action types, the most frequent first.
  public let changes: [Change]

  /// The verdict of the worst change.
  public var verdict: Verdict { changes.map(\.verdict).max() ?? .fine }

  fileprivate init(changes: [Change]) { self.changes = changes }

  /// Compares all of `log` with this app. Calls `onStep` at every step, for progress; throw to stop.
  public init(
    _ log: ActionLog, of app: any ReplayableApp.Type, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    try self.init(log.source, with: DispatcherPlayer(app), onStep: onStep)
  }

  /// Compares all of `log` with what `player` can decode. Calls `onStep` at every step.
  public init(
    _ log: ActionLog, with player: any Replayable, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    try self.init(log.source, with: player, onStep: onStep)
  }

  /// The same, for a log that a tool opened.
  package init(
    _ log: any ActionSource, with player: any Replayable, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    // The states that are needed depend on the actions that can be read.
    let actions = try ActionComparison(log, player, onStep).changes
    let states = try StateComparison(log, player).changes
    changes = (states + actions).sorted { $0.verdict > $1.verdict }
  }
}

extension Compatibility.Change {
  /// Whether the app accounts for the change: a type supplies the value, or an upgrade says what to do.
  fileprivate var isProvidedFor: Bool {
    switch fact {
    case .supplied, .upgraded, .dropped, .storeRenamed, .storeDropped, .storeAdded: true
    default: false
    }
  }
}

extension DecodingPolicy {
  /// Throws the damage of `log`, or a ``ReplayError`` that names what is in the way, unless `player` may read the
  /// log. Costs a ``Compatibility`` if anything can be in the way.
  func require(_ log: any ActionSource, for player: @autoclosure () throws -> any Replayable) throws
  {
    guard self == .strict || self == .careful else { return }
    let changes = try Compatibility(log, with: player()).changes
    if let damage = log.recording.damage { throw ReadingError.damaged(damage) }
    let refused = self == .strict ? changes : changes.filter { !$0.isProvidedFor }
    guard refused.isEmpty else {
      let refused = Compatibility(changes: refused)
      throw self == .strict
        ? ReplayError.incompatible(refused, log: log.name)
        : ReplayError.readDifferently(refused, log: log.name)
    }
  }
}

/// Compares a log with the app that a worker has.
package struct CompatibilityTask: WorkerRequest {
  private var task: ReplaySpec

  package init(_ task: ReplaySpec) { self.task = task }

  package func answer(by worker: WorkerContext) throws -> Compatibility {
    let (log, makePlayer) = try worker.open(task)
    return try Compatibility(log, with: makePlayer(), onStep: worker.counter())
  }
}

extension Compatibility: CustomStringConvertible {
  /// The verdict, and a line for each change.
  public var description: String {
    (["\(verdict)"] + changes.map { "  \($0)" as StyledText }).joined(separator: "\n").plain
  }
}

extension Compatibility.Subject: CustomStringConvertible {
  /// The subject, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .stores: "the stores"
    case .state(let store): "the state of store '\(store)'"
    case .action(let type):
      "action '\(type.name)'" + (type.version == 1 ? "" : " (version \(type.version))")
    }
  }
}

extension Compatibility.Change: CustomStringConvertible {
  /// The verdict, and one sentence without any value of the log.
  public var description: String { "\(verdict): \(subject): \(fact)\(extent)" }

  /// Where the change is, unless it is about the whole type.
  private var extent: String {
    switch (subject, count) {
    case (.action, 1): ", at step \(first)"
    case (.action, 2...): ", \(count) times, first at step \(first)"
    case (.state, 1...) where first > .initial: ", at step \(first)"
    default: ""
    }
  }
}

extension Compatibility.Fact: CustomStringConvertible {
  /// The difference, in a few words.
  public var description: String {
    switch self {
    case .unread(let place): "'\(place)' is no longer read"
    case .supplied(let place): "the log has no '\(place)', and the type supplies it"
    case .converted(let place, let from, let to):
      "\(place.isEmpty ? "it" : "'\(place)'") is \(from) in the log and read as \(to); every value fits"
    case .otherVersion(let version, let current):
      "it has version \(version), the app has version \(current) and no upgrade; it is read unchanged"
    case .upgraded(let type, let steps):
      "\(steps == 1 ? "an upgrade makes" : "\(steps) upgrades make") it \(type.name) of version "
        + "\(type.version)"
    case .dropped: "an upgrade leaves it out"
    case .storeRenamed(let name): "an upgrade makes it that of '\(name)'"
    case .storeDropped: "an upgrade leaves it out"
    case .storeAdded: "the log has none; the app's initial state is used"
    case .unknown: "the app has no such type, but stores handled it when it was recorded"
    case .unknownAtEnd: "the app has no such type, but the recorded app stopped within it"
    case .noUpgrade(let reached, let current):
      "the app's upgrades lead to version \(reached), not to the current version, \(current)"
    case .incompatible(let reason): "it does not fit: \(reason)"
    case .otherStores(let log, let app):
      "the log has \(storeList(log)) and the app has \(storeList(app))"
    }
  }
}

/// All names of stores, in quotation marks.
func storeList(_ names: [String]) -> String {
  names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
}
