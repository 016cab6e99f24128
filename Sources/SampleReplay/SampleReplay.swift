public import Annotations
public import Feed
public import PlayheadFlux
public import PlayheadReplay
import PlayheadValues
public import SampleSupport
package import TextEditor

// What replays have to know of the sample apps, which themselves know of no replay.

extension Annotations: ReplayDetails {
  /// What no store takes: the database answers it.
  public static var otherActionTypes: [any Action.Type] { [OpenProject.self] }
}

extension Feed: ReplayDetails {
  /// No store takes them, and logs have them.
  public static var otherActionTypes: [any Action.Type] { [ConfigureNetwork.self] }
}

extension Planted: ReplayDetails {
  /// The sound app's.
  public static var otherActionTypes: [any Action.Type] {
    (Fault.Subject.self as? any ReplayDetails.Type)?.otherActionTypes ?? []
  }
}

extension TextBuffer: CheaplyCompared {
  /// Whether both are the same text. Costs O(log n) if one was made of the other by an edit.
  package func encodesLike(_ other: TextBuffer) -> Bool { hasSameText(as: other) }

  /// The text's bytes. Costs O(1).
  package var leastEncodedSize: Int { byteCount }
}
