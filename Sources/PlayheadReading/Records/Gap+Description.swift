import PlayheadLog
import PlayheadValues

extension Gap: CustomStringConvertible {
  /// Which steps are missing, and why.
  package var description: String {
    let verb = steps.count == 1 ? "is" : "are"
    return "\(steps.words) \(verb) missing \(reason.sentence)"
      + (detail.isEmpty ? "" : " (\(detail))")
  }
}

extension GapReason {
  var sentence: String {
    switch self {
    case .paused: "because the recording was paused"
    case .unencodable: "because an action could not be recorded"
    case .unwritable: "because the log could not be written"
    case .overrun: "because actions came faster than the log could be written"
    case .damaged: "because the log was damaged there"
    case .overlapped:
      "because several threads handled actions at the same time, so that their order is unknown"
    case .unencodableState: "because a state could not be encoded"
    case .statesSet: "because a debugger set the states"
    case .unread: "because reading them takes more memory than allowed"
    case .other: "for a reason that this build does not know"
    }
  }
}

extension ClosedRange<Step> {
  /// `step 4` or `steps 4–9`.
  package var words: String {
    count == 1 ? "step \(lowerBound)" : "steps \(lowerBound)–\(upperBound)"
  }

  /// The number of steps.
  package var count: Int {
    1 + Swift.min(Int(clamping: upperBound.number - lowerBound.number), .max - 1)
  }
}
