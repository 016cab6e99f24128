/// Why a change does not fit a value.
public enum ChangeError: Error, Hashable, Sendable {
  /// The way to the place, or the place itself, is missing.
  case noSuchPlace(StatePath)
  /// The place holds something else than the change's old value.
  case unexpectedValue(StatePath)
  /// There is something already where the change adds.
  case alreadyThere(StatePath)
  /// The change neither adds, removes nor replaces, or it adds or removes the whole value.
  case meaningless(StatePath)
}
