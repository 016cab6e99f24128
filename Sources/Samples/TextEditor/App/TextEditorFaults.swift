public import PlayheadFlux
public import SampleSupport

/// Mistakes that the editor makes if it is told to, for exercises.
package enum TextEditorFault: Sendable {
  /// The caret is put elsewhere each time, by a count that no state has.
  case countedMoves
  /// The caret is put elsewhere by where an object happens to be.
  case placedByAddress
  /// The last place is kept in an object, which all states share.
  case sharedPlace
  /// The zoom is written and not read again.
  case forgottenZoom
  /// The caret goes no further than the text that an observer saw last.
  case watchedLength
}

/// The editor that counts moves in a global variable.
public enum CountedMoves: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "counted-moves"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .countedMoves)
  }
}

/// The editor that takes an address for a number.
public enum PlacedByAddress: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "placed-by-address"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .placedByAddress)
  }
}

/// The editor with an object in a state.
public enum SharedPlace: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "shared-place"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .sharedPlace)
  }
}

/// The editor with a state that does not survive being kept.
public enum ForgottenZoom: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "forgotten-zoom"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .forgottenZoom)
  }
}

/// The editor in which an observer tells a store how long the text is.
public enum WatchedLength: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "watched-length"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> TextEditor {
    try TextEditor(inputs: inputs, fault: .watchedLength)
  }
}
