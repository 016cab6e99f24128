import PlayheadLog
import PlayheadReplay

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

/// That a replay passed over what did not fit.
struct SalvageWarning: CustomStringConvertible {
  let log: String
  let misfits: Misfits

  /// What, where it began, and what it means.
  var description: String {
    let parts = [actions, stores].compactMap { $0 }
    return "states are approximate: \(parts.joined(separator: "; and "))"
  }

  private var actions: String? {
    guard let first = misfits.actions.first?.first else { return nil }
    let types = misfits.actions.map { "\($0.type.title) \(Format.count($0.count))" }
    return
      "\(Format.count(misfits.count, "action")) of '\(log)' passed over, from step \(first) on "
      + "(\(types.joined(separator: ", ")))"
  }

  private var stores: String? {
    guard !misfits.stores.isEmpty else { return nil }
    let names = misfits.stores.map { "'\($0)'" }.joined(separator: ", ")
    return "what '\(log)' has of \(names) does not fit, and the app's initial states stand for it"
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

/// That a replay made up what the app no longer drew, as it stopped before.
struct UnfinishedWarning: CustomStringConvertible {
  let log: String
  let step: Step

  /// What happened, and what it means.
  var description: String {
    "step \(step) was not handled to its end when '\(log)' was recorded: the dates, UUIDs and random "
      + "numbers that it lacks are placeholders"
  }
}
