import PlayheadLog
import PlayheadValues

/// The state at the present step as the old program had it, for the new one to compare.
struct SavedState: Codable {
  let step: Step
  let state: Value
}
