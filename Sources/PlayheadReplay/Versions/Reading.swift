/// What becomes of an action in a log that does not fit this build of the app.
public enum Reading: String, Hashable, Sendable, CaseIterable, Codable {
  /// The replay ends there with an error that names the action and what does not fit.
  case usual
  /// The log is refused unless nothing of it is damaged and all of it is ``Compatibility/Verdict/fine``:
  /// for fixtures.
  case strict
  /// The action is passed over, and so is a state that does not fit: for what is to be learned from a log
  /// all the same. ``Replay/approximateSince`` says from where on states are not what they were.
  case salvage
}
