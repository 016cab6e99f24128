/// A part of a recording: what was written from one start of the app, or one segment of a longer
/// recording. Most logs have one.
package struct LogPart: Hashable, Sendable {
  /// What the part says of itself: the app's build may be another than the parts' before it.
  package let header: LogHeader
  /// The step with whose state the part begins: 0, or the last step before its own first action.
  package internal(set) var start: Step
}
