public import PlayheadFlux
public import SampleSupport

/// Mistakes that the feed can make, for exercises.
package enum FeedFault: Sendable {
  /// Counts likes by the hour of the device's time zone.
  case localHours
  /// Sorts the shop's stock for the device's language.
  case localOrder
  /// Counts a like as a second try unless it happens on the main thread.
  case mainThread
  /// Counts a confirmed like once more.
  case countedTwice
  /// Puts the newest purchase first.
  case newestFirst
  /// Counts a repeated like as a first try.
  case firstTries
}

/// The feed of another release, with three changes, for comparing builds.
public enum ThreeChanges: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "three-changes"

  /// The feed with the changes.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.countedTwice, .newestFirst, .firstTries])
  }
}

/// The feed that reads the time zone.
public enum LocalHours: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "local-hours"

  /// The feed with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.localHours])
  }
}

/// The feed that reads the language.
public enum LocalOrder: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "local-order"

  /// The feed with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.localOrder])
  }
}

/// The feed that checks its thread.
public enum MainThread: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "main-thread"

  /// The feed with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.mainThread])
  }
}
