public import PlayheadFlux
public import SampleSupport

/// Mistakes that the editor makes if it is told to, for exercises.
package enum ClipEditorFault: Sendable {
  /// The history does not remember what was there before a move, so that an undo takes back one edit too
  /// many.
  case forgottenMoves
  /// An undo leaves the handles on what it takes away, and the preview looks for it there.
  case keptHandles
}

/// The editor in which moves are forgotten.
public enum ForgottenMoves: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "forgotten-moves"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ClipEditor {
    try ClipEditor(inputs: inputs, fault: .forgottenMoves)
  }
}

/// The editor that traps when an undo takes away what has handles.
public enum KeptHandles: PlantedFault {
  /// What it is asked for by.
  public static let faultName = "kept-handles"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ClipEditor {
    try ClipEditor(inputs: inputs, fault: .keptHandles)
  }
}
