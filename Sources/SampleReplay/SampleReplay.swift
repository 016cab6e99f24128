public import Annotations
public import ClipEditor
public import Feed
public import PlayheadFlux
public import PlayheadReplay
import PlayheadValues
public import SampleSupport
package import TextEditor

// What replays need to know about the sample apps, which do not depend on replays.

extension Annotations: ReplayDetails {
  /// No store handles it: the database answers it.
  public static var otherActionTypes: [any Action.Type] { [OpenProject.self] }

  /// The sheet, if a project is open.
  public var picture: Picture? { svg.map { .svg($0) } }
}

extension ClipEditor: ReplayDetails {
  /// The film's timeline; none while the cover is edited.
  public var picture: Picture? { svg.map { .svg($0) } }
}

extension Feed: ReplayDetails {
  /// No store handles it, but logs have it.
  public static var otherActionTypes: [any Action.Type] { [ConfigureNetwork.self] }
}

extension Planted: ReplayDetails {
  /// The types of the app without the mistake.
  public static var otherActionTypes: [any Action.Type] {
    (Fault.Subject.self as? any ReplayDetails.Type)?.otherActionTypes ?? []
  }

  /// The same as the app's.
  public var picture: Picture? { (app as? any ReplayDetails)?.picture }
}

extension TextBuffer: CheaplyCompared {
  /// Whether both are the same text. Costs O(log n) if one came from the other by an edit.
  package func encodesLike(_ other: TextBuffer) -> Bool { hasSameText(as: other) }
}
