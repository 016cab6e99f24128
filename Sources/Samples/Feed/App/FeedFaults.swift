public import PlayheadFlux
public import SampleSupport

/// Mistakes that the feed makes if it is told to, for exercises.
package enum FeedFault: Sendable {
  /// Likes are counted by the hour that the device shows.
  case localHours
  /// What there is to buy is sorted for the device's language.
  case localOrder
  /// A like is a second try unless it is made on the main thread.
  case mainThread
  /// A like that the server confirmed is counted once more.
  case countedTwice
  /// What was bought last comes first.
  case newestFirst
  /// A like that is tried again goes on as a first try.
  case firstTries
}

/// The feed of another release, in which three things are other than here: for comparing builds.
public enum ThreeChanges: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "three-changes"

  /// The feed with the changes.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.countedTwice, .newestFirst, .firstTries])
  }
}

/// The feed that reads the time zone.
public enum LocalHours: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "local-hours"

  /// The feed with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.localHours])
  }
}

/// The feed that reads the language.
public enum LocalOrder: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "local-order"

  /// The feed with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.localOrder])
  }
}

/// The feed that asks on which thread it is.
public enum MainThread: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "main-thread"

  /// The feed with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> Feed {
    try Feed(inputs: inputs, faults: [.mainThread])
  }
}
