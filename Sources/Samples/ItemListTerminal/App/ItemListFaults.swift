import ItemList
public import PlayheadFlux
public import SampleSupport

/// The list in which logins come in the order of a dictionary.
public enum ShuffledLogins: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "shuffled-logins"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .shuffledLogins)
  }
}

/// The list that reads the system's clock.
public enum OwnClock: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "own-clock"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .ownClock)
  }
}

/// The list that makes identities of its own.
public enum OwnIdentities: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "own-identities"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .ownIdentities)
  }
}

/// The list that asks for one identity too many.
public enum SecondIdentity: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "second-identity"

  /// The list with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ItemListApp {
    try ItemListApp(inputs: inputs, fault: .secondIdentity)
  }
}
