import PlayheadFlux
import PlayheadLog

/// What a replay gave, and how the command ends that shows it.
struct Replayed<Value> {
  let value: Value
  /// Not well if the replay could not give the stores what they asked for.
  let exitCode: ExitCode

  init(_ value: Value, exitCode: ExitCode = .good) {
    self.value = value
    self.exitCode = exitCode
  }
}

/// That a replay went on with placeholders.
struct DrawWarning: CustomStringConvertible {
  let log: String
  let step: Step
  let fault: DrawFault

  /// Where it began, why, and what to do about it.
  var description: String {
    "from step \(step) on the states may not be those that '\(log)' was recorded with: \(fault); "
      + "replay it with the build that recorded it"
  }
}
