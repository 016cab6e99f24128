import PlayheadLog
import PlayheadReplay

/// A log that was checked, or why it could not be.
struct CheckedLog {
  var log: LogReader
  var finding: CheckFinding
  /// The actions that the app was not done with.
  var unfinished: [Step]
  /// How many processes took part; 1 where there was only this one.
  var processes: Int
}
