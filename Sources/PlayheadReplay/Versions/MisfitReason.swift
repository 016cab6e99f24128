import PlayheadValues

/// Why an action or a state could not be made of what the log has, where it is no decoding error.
enum MisfitReason: Error {
  /// An upgrade threw an error of this type.
  case upgradeThrew(String)
  /// Of two upgrades the first gives another type than the next takes.
  case upgradesApart
  /// A store's upgrades lead to one version of its states, and not to the present one.
  case cutShort(reached: Int, present: Int)
}

/// What `error`, thrown while something was read from a log, says of it; without any value.
func misfit(_ error: any Error) -> String {
  switch error {
  case let error as DecodingError: error.sentence
  case MisfitReason.upgradeThrew(let type): "its upgrade throws \(type)"
  case MisfitReason.upgradesApart: "an upgrade gives another type than the next one takes"
  case MisfitReason.cutShort(let reached, let present):
    "the app's upgrades lead to version \(reached) and not to the present one, which is \(present)"
  default: "its 'init(from:)' throws \(type(of: error))"
  }
}
