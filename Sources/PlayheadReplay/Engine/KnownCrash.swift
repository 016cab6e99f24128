public import PlayheadLog
import PlayheadValues

/// An action at which a store crashed in an earlier replay, in a process that has ended.
public struct KnownCrash: Hashable, Sendable, Codable {
  /// How the process was lost.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Swift, the app or the processor found a mistake.
    case trap
    /// The process ended itself, or the system or a user ended it.
    case end
    /// The store did not return, and the process was ended.
    case silence
  }

  /// The action's step.
  public var step: Step
  /// What was wrong, in the words of the Swift runtime or the app.
  public var reason: String
  /// The store; nil if unknown.
  public var store: String?
  /// How the process was lost.
  public var kind: Kind
  /// The place in the app's code; nil if unknown.
  public var location: CodeLocation?

  /// A crash at `step`.
  public init(
    step: Step, reason: String, store: String? = nil, kind: Kind = .trap,
    location: CodeLocation? = nil
  ) {
    (self.step, self.reason, self.store, self.kind) = (step, reason, store, kind)
    self.location = location
  }
}

extension KnownCrash {
  /// Which store does what at which step and why, with the action's type and the place in the code if they are
  /// known.
  package func sentence(_ type: ActionType? = nil) -> String {
    (store.map { "store '\($0)'" } ?? "a store of the app") + " \(kind.verb) at step \(step)"
      + (type.map { ", '\($0.name)'" } ?? "") + ": \(reason)"
      + (location.map { " (\($0))" } ?? "")
  }
}

extension KnownCrash.Kind {
  /// The verb for what a store does.
  package var verb: String {
    switch self {
    case .trap: "crashes"
    case .end: "ends its process"
    case .silence: "never ends"
    }
  }
}

/// A place in an app's code at which it crashed.
public struct CodeLocation: Hashable, Sendable, Codable {
  /// The function, as the debugger writes it; nil if unknown.
  public var function: String?
  /// The file with its folder or module, such as `Shop/Cart.swift`; nil if unknown.
  public var file: String?
  /// The line in the file; nil if unknown.
  public var line: Int?

  /// The line of a file, in a function.
  public init(function: String? = nil, file: String? = nil, line: Int? = nil) {
    (self.function, self.file, self.line) = (function, file, line)
  }

  /// The name of a file and of its folder; the rest of an absolute path is about the machine.
  package init(function: String? = nil, path: String, line: Int?) {
    self.init(
      function: function, file: path.split(separator: "/").suffix(2).joined(separator: "/"),
      line: line)
  }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and the line if they are known, and otherwise the function.
  public var description: String {
    guard let file else { return function.map { "in '\($0)'" } ?? "somewhere" }
    return line.map { "\(file):\($0)" } ?? file
  }
}
