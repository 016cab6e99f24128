public import PlayheadFlux
public import SampleSupport

/// Mistakes that the editor can make, for exercises.
package enum TextEditorFault: Sendable {
  /// A count that is in no state shifts the caret.
  case countedMoves
  /// An object's address shifts the caret.
  case placedByAddress
  /// The last place is in an object that all states share.
  case sharedPlace
  /// The zoom is encoded, but not decoded.
  case forgottenZoom
  /// The caret stops at the end of the text that an observer saw last.
  case watchedLength
}

/// The editor that counts moves in a global variable.
public enum CountedMoves: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "counted-moves"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .countedMoves)
  }
}

/// The editor that uses an address as a number.
public enum PlacedByAddress: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "placed-by-address"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .placedByAddress)
  }
}

/// The editor with an object in a state.
public enum SharedPlace: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "shared-place"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .sharedPlace)
  }
}

/// The editor with a state that changes when it is encoded and decoded.
public enum ForgottenZoom: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "forgotten-zoom"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .forgottenZoom)
  }
}

/// The editor in which an observer tells a store the length of the text.
public enum WatchedLength: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "watched-length"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .watchedLength)
  }
}
