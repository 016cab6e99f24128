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
}

/// The feed that reads the time zone.
public enum LocalHours: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "local-hours"

  /// The feed with the mistake.
  public static func makeApp(environment: Environment) throws -> Feed {
    try Feed(environment: environment, fault: .localHours)
  }
}

/// The feed that reads the language.
public enum LocalOrder: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "local-order"

  /// The feed with the mistake.
  public static func makeApp(environment: Environment) throws -> Feed {
    try Feed(environment: environment, fault: .localOrder)
  }
}

/// The feed that asks on which thread it is.
public enum MainThread: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "main-thread"

  /// The feed with the mistake.
  public static func makeApp(environment: Environment) throws -> Feed {
    try Feed(environment: environment, fault: .mainThread)
  }
}
