import ItemList
public import PlayheadFlux
public import SampleSupport

/// The list with logins in the order of a dictionary.
public enum ShuffledLogins: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "shuffled-logins"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .shuffledLogins)
  }
}

/// The list that reads the system's clock.
public enum OwnClock: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "own-clock"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .ownClock)
  }
}

/// The list that makes its own IDs.
public enum OwnIdentities: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "own-identities"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .ownIdentities)
  }
}

/// The list that draws one ID too many.
public enum SecondIdentity: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "second-identity"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .secondIdentity)
  }
}
