import PlayheadLog
import PlayheadValues

extension Compatibility: CustomStringConvertible {
  /// The verdict, and a line for each change.
  public var description: String {
    (["\(verdict)"] + changes.map { "  \($0)" as StyledText }).joined(separator: "\n").plain
  }
}

extension Compatibility.Verdict: CustomStringConvertible {
  /// The word.
  public var description: String {
    switch self {
    case .fine: "fine"
    case .risky: "risky"
    case .impossible: "impossible"
    }
  }
}

extension Compatibility.Subject: CustomStringConvertible {
  /// What it is about, as the beginning of a sentence.
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
  /// How much it matters, and one sentence without any value of the log.
  public var description: String { "\(verdict): \(subject): \(fact)\(extent)" }

  /// Where, unless it is a matter of the whole type.
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
  /// What is different, in a few words.
  public var description: String {
    switch self {
    case .unread(let place): "'\(place)' is no longer read"
    case .supplied(let place): "the log has no '\(place)', and the type supplies it"
    case .converted(let place, let from, let to):
      "'\(place)' is \(from) in the log and read as \(to); every value fits"
    case .otherVersion(let version, let present):
      "it has version \(version), the app has version \(present) and no upgrade; it is read as it is"
    case .upgraded(let type, let steps):
      "\(steps == 1 ? "an upgrade makes" : "\(steps) upgrades make") it \(type.name) of version "
        + "\(type.version)"
    case .dropped: "an upgrade leaves it out"
    case .storeRenamed(let name): "an upgrade makes it that of '\(name)'"
    case .storeDropped: "an upgrade leaves it out"
    case .storeAdded: "the log has none, and the app's initial one stands for it"
    case .unknown: "the app has no such type, and stores took it when it was recorded"
    case .noUpgrade(let reached, let present):
      "the app's upgrades lead to version \(reached) and not to the present one, which is \(present)"
    case .misfit(let reason): "it does not fit: \(reason)"
    case .otherStores(let log, let app):
      "the log has \(Self.list(log)) and the app has \(Self.list(app))"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
