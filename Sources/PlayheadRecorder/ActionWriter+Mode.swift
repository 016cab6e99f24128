import PlayheadLog

extension ActionWriter {
  /// What happens to the next action.
  enum Mode {
    case recording
    /// Steps from `first` on are left out.
    case leavingOut(first: Step, reason: GapReason, detail: String)
    case closed
  }

  /// What the app asked for while an action was being handled.
  enum Intent {
    case pause
    /// To go on, as soon as there is also room for what follows a gap.
    case resume
  }

  /// An action that is being handled.
  struct Handling {
    var step: Step
    /// The thread that handles it; 0 where a dispatcher keeps threads apart.
    var thread: UInt = 0
    /// Its place among the actions of the tail; nil if it is left out.
    var index: Int?
    var started: Int64 = 0
  }
}
