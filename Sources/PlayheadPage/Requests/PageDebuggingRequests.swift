package import PlayheadInspector
import PlayheadLog
import PlayheadReading
package import PlayheadReplay
import PlayheadValues

// What a debugger can be asked about a session besides its actions and states. Values are texts, cut to a line.

/// Asks for a step at which one of some conditions holds, or one of some values changes.
package struct PageStopRequest: Request {
  private enum Direction: String, Codable { case next, previous, first }

  private let conditions: [String]
  private let paths: [StatePath]
  /// The step to start from, which does not count itself.
  private let step: UInt64
  private let direction: Direction

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// Nil if there is none.
    var step: UInt64?
    /// What holds or changes there, as the question has it.
    var reasons: [String] = []
    /// What the conditions name and is not there, if there is no step.
    var hints: [String] = []
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let conditions = try conditions.map { try Condition($0) }
    if direction == .first { return try first(conditions, inspector) }
    let kinds: [StopRequest.Kind] =
      conditions.map { .breakpoint(Breakpoint(condition: $0)) } + paths.map { .watch($0, nil) }
    let stop = try inspector.ask(
      StopRequest(
        at: kinds.enumerated().map { .init($0, $1) },
        from: min(Step(step), inspector.log.lastCountedStep), backwards: direction == .previous))
    let texts = conditions.map(\.text) + paths.map(\.description)
    return Answer(
      step: stop.step?.number, reasons: stop.reasons.map { texts[$0.number] },
      hints: stop.unresolvedNames.map { "\($0)" })
  }

  /// The first step of the session at which a condition holds.
  private func first(_ conditions: [Condition], _ inspector: Inspector) throws -> Answer {
    var answer = Answer()
    for condition in conditions {
      let bisected = try inspector.ask(BisectRequest(condition))
      answer.hints += bisected.unresolvedNames.map { "\($0)" }
      guard let step = bisected.found.first?.number, step < answer.step ?? .max else { continue }
      (answer.step, answer.reasons) = (step, [condition.text])
    }
    return answer
  }
}

/// Asks for the values of expressions at a step's action.
package struct PageValuesRequest: Request {
  private let expressions: [String]
  private let step: UInt64

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// The values in order; empty if the step has no action.
    var values: [String]
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    var values: [String] = []
    let (step, expressions) = (Step(step), try expressions.map { try Condition($0) })
    _ = try inspector.ask(ActionsRequest(in: step...step, printing: expressions)) { part in
      guard case .action(_, let answers?, _) = part else { return }
      values = answers.map(\.text)
    }
    return Answer(values: values)
  }
}

/// Asks who wrote each part of a value.
package struct PageBlameRequest: Request {
  private let path: StatePath
  private let step: UInt64

  package var needsStores: Bool { false }

  package struct Part: Codable, Sendable {
    var path: StatePath
    /// Nil if the value was removed.
    var value: String?
    /// The step that wrote or removed it; nil if it has been there since the log began.
    var step: UInt64?
    var type: String?
    /// Whether the app added the store right after the step.
    var isOfNewStore: Bool
  }

  package func answer(
    from inspector: Inspector, _ give: (Part) throws -> Void
  ) throws -> EmptyAnswer {
    _ = try inspector.ask(BlameRequest(of: Step(step), at: path)) { part in
      try give(
        Part(
          path: part.path, value: part.value?.swiftText(options: .inLine),
          step: part.step?.number, type: part.type?.name, isOfNewStore: part.isOfNewStore))
    }
    return EmptyAnswer()
  }
}

/// Asks whether replays of the recording always lead to the same states.
package struct PageCheckRequest: Request {
  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// What was found, in sentences.
    var text: [String]
    /// Where the first difference is; nil if there is none.
    var step: UInt64?
    var path: StatePath?
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let answer = try inspector.ask(CheckRequest())
    guard let divergence = answer.finding.divergence else {
      let count = answer.finding.compared
      let actions = count == 1 ? "1 action" : "\(count) actions"
      let replays = answer.processes > 1 ? "\(answer.processes) processes" : "all replays"
      let verdict =
        count == 0
        ? "no action can be checked"
        : "deterministic: \(replays) came to the same states in \(actions)"
      return Answer(text: [verdict, count == 0 ? nil : answer.remark].compactMap(\.self))
    }
    return Answer(
      text: [
        "\(divergence)", "'\(toolName) check \(inspector.recording.name.inShell)' shows the cause",
      ],
      step: divergence.step.number, path: divergence.path)
  }
}

/// Asks for the smallest session that still ends like the recording.
package struct PageShrinkRequest: Request {
  private let goal: ShrinkGoal

  package var needsStores: Bool { false }

  /// A smaller session, which the page can have saved.
  package struct Smaller: Codable, Sendable {
    var goal: ShrinkGoal
    var session: ShrunkSession
    /// The number of its actions.
    var count: Int
    /// Its actions; none before the end of the search.
    var actions: [Action]

    fileprivate init(_ session: ShrunkSession, _ goal: ShrinkGoal, _ actions: [Action] = []) {
      (self.goal, self.session, count) = (goal, session, session.steps.count)
      self.actions = actions
    }
  }

  package struct Action: Codable, Sendable {
    var step: UInt64
    var type: String
    var payload: String
  }

  package struct Answer: Codable, Sendable {
    /// How far the search came, or why there is no such session, in sentences.
    var text: [String]
    /// Nil if the recording does not end so.
    var smaller: Smaller?
  }

  /// Gives each smaller session that is found on the way.
  package func answer(
    from inspector: Inspector, _ give: (Smaller) throws -> Void
  ) throws -> Answer {
    let log = inspector.recording
    let answer = try inspector.ask(ShrinkRequest(to: goal)) {
      try give(Smaller($0, goal))
    }
    guard let smallest = answer.smallest else {
      return Answer(
        text: ["\(goal.missing) in '\(log.name)'"] + answer.unresolvedNames.map { "\($0)" })
    }
    if let failure = smallest.failure { throw failure }
    let session = smallest.session
    let actions = try session.steps.map { step in
      let entry = try log.entry(at: step)
      let payload = try session.payloads[step] ?? entry.payload()
      return Action(
        step: step.number, type: entry.type.name,
        payload: payload.swiftText(options: .inLine))
    }
    let count = smallest.firstCount == 1 ? "the one action" : "the \(smallest.firstCount) actions"
    return Answer(
      text: ["\(session.steps.count) of \(count) up to step \(smallest.end)"],
      smaller: Smaller(session, goal, actions))
  }
}

/// Asks how an expression may go on that is being typed.
package struct PageCompletionRequest: Request {
  /// The expression up to the cursor.
  private let text: String
  private let step: UInt64

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// The end of the text that a word replaces.
    var typed: String
    var words: [String]
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let completion = try inspector.completion(ofExpression: text, at: Step(step))
    return Answer(typed: completion.typed, words: completion.words)
  }
}
