import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// An action as one sees it: of the recording, or of the branch one is in.
enum SeenAction {
  case recorded(LogEntry)
  /// Of the part of a branch that is not the recording's.
  case branched(BranchAction, of: Branch)

  var step: Step {
    switch self {
    case .recorded(let entry): entry.step
    case .branched(let action, _): action.step
    }
  }

  var type: ActionType {
    switch self {
    case .recorded(let entry): entry.type
    case .branched(let action, _): action.type
    }
  }

  var moment: Moment {
    switch self {
    case .recorded(let entry): entry.moment
    case .branched(let action, _): action.moment
    }
  }

  func payload() throws -> Value {
    switch self {
    case .recorded(let entry): try entry.payload()
    case .branched(let action, _): action.payload
    }
  }

  /// The action that caused this one, the one that caused that, and so on.
  func causes(in log: LogReader) throws -> [(step: Step, type: ActionType)] {
    switch self {
    case .recorded(let entry): return try log.causes(of: entry).map { ($0.step, $0.type) }
    case .branched(let action, let branch):
      var chain: [(step: Step, type: ActionType)] = []
      var next = action.cause
      while let cause = next, cause < chain.last?.step ?? action.step, cause > .initial {
        let action = try branch.action(at: cause)
        chain.append((action.step, action.type))
        next = action.cause
      }
      return chain
    }
  }

  /// What is told of it as JSON.
  func json(of log: LogReader) throws -> [(key: String, value: JSON)] {
    switch self {
    case .recorded(let entry): try JSON.action(entry, of: log)
    case .branched(let action, _): JSON.action(action, of: log)
    }
  }
}

extension BranchAction {
  /// Where it comes from, if that is not where it is.
  var provenance: String? {
    switch (origin, isMade) {
    case (nil, _): "inserted"
    case (let origin?, true): origin == step ? "edited" : "edited, recorded as \(origin)"
    case (let origin?, false): origin == step ? nil : "recorded as \(origin)"
    }
  }
}

extension DebugSession {
  /// The action of a step of what one is in.
  func action(at step: Step) throws -> SeenAction {
    guard let branch = openBranch?.branch, let base = branch.base, step > base else {
      return .recorded(try log.entry(at: step))
    }
    return .branched(try branch.action(at: step), of: branch)
  }

  /// What a state is called in a line: its step, and the action that led to it, or what stands for that.
  func title(of step: Step) throws -> String {
    guard step > log.initialStep, case .branched(let action, _) = try? action(at: step) else {
      return try log.title(of: step)
    }
    let time = Format.offset(nanoseconds: log.offset(of: action.moment))
    let call = action.payload.swiftText(named: action.type.name, options: .inLine)
    return "step \(step)  \(time)  \(call)"
  }
}
