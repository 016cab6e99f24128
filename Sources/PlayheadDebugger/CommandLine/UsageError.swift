/// A call that cannot be understood.
package struct UsageError: Error, Equatable {
  /// What is wrong with it.
  package enum Fact: Error, Equatable {
    /// There is no such command.
    case unknownCommand(String, suggestion: String?)
    /// The word begins the names of these commands, and none of their second words is there.
    case incompleteCommand(String, [String])
    /// The command has no such option.
    case unknownOption(String, suggestion: String?)
    /// Something that must be there is not.
    case missing(String)
    /// A word that nothing takes.
    case unexpected(String)
    /// An option stands alone; `label` is how it is written.
    case missingValue(for: String, label: String)
    /// A flag has a value.
    case unexpectedValue(String, for: String)
    /// An option that may be given once is given again.
    case givenTwice(String)
    /// Two options cannot be given together.
    case conflict(String, String)
    /// An option takes no expressions that ask for states.
    case needsStates(option: String)
    /// A word is not the value that it should be.
    case badValue(String, for: String, BadValue)
  }

  /// What is wrong.
  package let fact: Fact
  /// The command that was called, if it is known.
  package let command: String?
  /// The name of the tool, for the way out.
  package let tool: String

  /// `fact` about a call of `command`.
  package init(_ fact: Fact, command: String? = nil, tool: String = "playhead") {
    self.fact = fact
    self.command = command
    self.tool = tool
  }
}
