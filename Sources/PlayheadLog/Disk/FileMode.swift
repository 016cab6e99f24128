/// Who may read and write a file.
///
/// What is made of a log has the log's mode, as it has the log's content; of several logs, what all of them allow.
/// The system takes away what the user's mask says.
package struct FileMode: OptionSet, Sendable {
  /// The bits as the system has them.
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue & 0o666 }

  /// For the owner alone: what holds a person's data, and of which nothing else is known.
  package static let owner = FileMode(rawValue: 0o600)
  /// As files usually are.
  package static let usual = FileMode(rawValue: 0o666)
  /// The owner may write.
  package static let ownerWrites = FileMode(rawValue: 0o200)

  /// What all of these allow.
  package static func common(to modes: [FileMode]) -> FileMode {
    modes.reduce(.usual) { $0.intersection($1) }
  }
}
