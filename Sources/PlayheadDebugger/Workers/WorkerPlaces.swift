/// What a tool and its workers agree upon before a word is said.
enum WorkerPlaces {
  /// The word that the program is called with, for whoever looks at a list of processes.
  static let word = "worker"
  /// The variable that makes a program one. A word alone would be a command, and where libfaketime is loaded,
  /// Swift does not always see the words.
  static let variable = "PLAYHEAD_WORKER"
  /// Behind it, where memory is to be at the same places in each process.
  static let fixedAddresses = "fixed-addresses"
  /// Behind it, where the locale of the environment is to be the process's.
  static let ownLocale = "own-locale"
  /// Where requests come from.
  static let input: Int32 = 3
  /// Where answers go.
  static let output: Int32 = 4
  /// The memory in which it says what it handles.
  static let memory: Int32 = 5
}
