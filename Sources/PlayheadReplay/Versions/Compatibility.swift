public import PlayheadFlux
public import PlayheadLog

/// What it takes to replay a log with this build of the app: whether every action and every state that
/// it holds can be read, and what of it is read in another way than it was written.
///
/// ```swift
/// let compatibility = try Compatibility(log, of: Market.self)
/// guard compatibility.verdict < .impossible else { return print(compatibility) }
/// ```
///
/// Nothing is guessed from the types: each action is decoded as a replay would, and put through the app's
/// upgrades, but handed to no store. This takes about as long as reading the log.
public struct Compatibility: Hashable, Sendable {
  /// How much a change matters.
  public enum Verdict: Int, Comparable, CaseIterable, Sendable {
    /// Everything is read as it was written.
    case fine
    /// All can be read; whether the states are those that there were depends on what is named.
    case risky
    /// A replay ends where it comes to it.
    case impossible

    /// Better verdicts come first.
    public static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }
  }

  /// What a change is about.
  public enum Subject: Hashable, Sendable {
    /// Which stores there are.
    case stores
    /// The states of a store.
    case state(of: String)
    /// The actions of a type, by its name and version in the log.
    case action(ActionType)
  }

  /// What is different. Places are those of fields: `lines[…].price`, for the elements of all lists and
  /// dictionaries alike.
  public enum Fact: Hashable, Sendable {
    /// Nobody reads the field any more.
    case unread(String)
    /// The log has no such field, and the type supplies a value.
    case supplied(String)
    /// The field is a number of another type; all that the log has of it fit into the present one.
    case converted(String, from: String, to: String)
    /// It has another version than the app's type, `present`, and the app declares no upgrade: it is read
    /// as it is.
    case otherVersion(Int, present: Int)
    /// The app's upgrades, so many, make it one of this type or version.
    case upgraded(to: ActionType, steps: Int)
    /// The app's upgrades leave it out.
    case dropped
    /// The app's upgrades give it another name.
    case storeRenamed(to: String)
    /// The app's upgrades leave it out.
    case storeDropped
    /// The log has no such store, and the app's upgrades say so.
    case storeAdded
    /// The app has no type of this name, and stores took it when it was recorded.
    case unknown
    /// The app's upgrades lead to a version, and not on to the present one.
    case noUpgrade(reached: Int, present: Int)
    /// It cannot be decoded, or an upgrade throws, for this reason.
    case misfit(String)
    /// The log's stores are not the app's.
    case otherStores(log: [String], app: [String])
  }

  /// Something that is different.
  public struct Change: Hashable, Sendable {
    /// What it is about.
    public let subject: Subject
    /// What is different.
    public let fact: Fact
    /// The first step that has it.
    public let first: Step
    /// How many actions have it; of states, how many states. Of fields this is not counted, and 0.
    public let count: Int

    /// How much it matters.
    public var verdict: Verdict {
      switch fact {
      case .unread, .supplied, .converted, .otherVersion, .upgraded, .dropped, .storeRenamed,
        .storeDropped, .storeAdded:
        .risky
      case .unknown, .noUpgrade, .misfit, .otherStores: .impossible
      }
    }
  }

  /// What is different: the worst first, then the stores in their order, then the types of action, the
  /// most frequent first.
  public let changes: [Change]

  /// That of the worst change.
  public var verdict: Verdict { changes.map(\.verdict).max() ?? .fine }

  /// Compares all of `log` with this app. `onStep` is told of every step, so that it can show progress,
  /// or stop by throwing.
  public init(
    _ log: ActionLog, of app: any ReplayableApp.Type, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    try self.init(log.reader, of: app, onStep: onStep)
  }

  /// The same for a log that a tool has opened.
  package init(
    _ log: LogReader, of app: any ReplayableApp.Type, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    try self.init(log, with: DispatcherPlayer(app), onStep: onStep)
  }

  /// Compares all of `log` with what `player` can decode. `onStep` is told of every step, so that it can
  /// show progress, or stop by throwing.
  public init(
    _ log: ActionLog, with player: any Replayable, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    try self.init(log.reader, with: player, onStep: onStep)
  }

  /// The same for a log that a tool has opened.
  package init(
    _ log: LogReader, with player: any Replayable, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    // Which states are needed depends on which actions can be read.
    let actions = try ActionComparison(log, player, onStep).changes
    let states = try StateComparison(log, player).changes
    let all = (states + actions).enumerated()
    changes = all.sorted {
      ($1.element.verdict, $0.offset) < ($0.element.verdict, $1.offset)
    }.map(\.element)
  }

  /// Throws ``ReplayError/misfit(_:log:)`` unless everything in `log` is read as it was written, and what
  /// is damaged if anything is.
  func requireFine(of log: LogReader) throws {
    if let damage = log.damage { throw LogError.damaged(damage) }
    if verdict > .fine { throw ReplayError.misfit(self, log: log.name) }
  }
}
