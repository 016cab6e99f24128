public import PlayheadFlux
public import SampleSupport

/// Mistakes that the editor can make, for exercises.
package enum ClipEditorFault: Sendable {
  /// The history does not remember moves, so that an undo goes back one edit too far.
  case forgottenMoves
  /// An undo leaves the handles on a removed item, and the preview looks for the item.
  case keptHandles
}

/// The editor that forgets moves.
public enum ForgottenMoves: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "forgotten-moves"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ClipEditor {
    try ClipEditor(inputs: inputs, fault: .forgottenMoves)
  }
}

/// The editor that traps when an undo removes an item with handles.
public enum KeptHandles: PlantedFault {
  /// The fault's name in commands.
  public static let faultName = "kept-handles"

  /// The editor with the mistake.
  public static func makeApp(inputs: SystemInputs) throws -> ClipEditor {
    try ClipEditor(inputs: inputs, fault: .keptHandles)
  }
}
