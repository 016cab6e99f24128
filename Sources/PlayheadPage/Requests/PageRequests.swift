import Foundation
package import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// Asks for what a page has before it asks for anything else: names, counts, marks, and which steps have actions.
package struct PageFactsRequest: Request {
  package init() {}

  package var needsStores: Bool { false }

  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> PageMeta {
    let overview = try inspector.ask(OverviewRequest())
    let (recording, log) = (inspector.recording, inspector.log)
    let isGrowing = recording.isBeingWritten && inspector.branch == nil
    // The stores may still be handling the last action. The page hears of it from an event when they are done.
    let last = max(log.initialStep, isGrowing ? recording.lastSettledStep : log.lastStep)
    var meta = PageMeta(overview, log.initialStep...last)
    (meta.lastStep, meta.actionCount) = (last.number, log.actionCount)
    let module = log.sharedModule
    // The actions of a branch were not counted.
    meta.types =
      inspector.branch == nil
      ? overview.types.map {
        PageMeta.Kind(
          ActionType(name: $0.name, version: $0.version), in: module, count: $0.count)
      }
      : log.types.map { PageMeta.Kind($0, in: module) }
    let known = log.readableNotesAndGaps()
    meta.notes = known.notes.map {
      .init(step: $0.step.number, offset: log.offset(of: $0.moment), text: $0.text)
    }
    meta.notes += log.resumptions.map {
      let entry = try? log.entry(at: $0.step)
      return .init(
        step: $0.step.number, offset: entry.map { log.offset(of: $0.moment) } ?? 0,
        text: ResumptionRecord($0).text)
    }
    meta.gaps = known.gaps.map { PageMeta.Gap(GapRecord($0)) }
    meta.lostCount = recording.lostCount
    if !inspector.hasStores {
      meta.noStates = "the server has no stores of the app '\(recording.header.app)'"
    }
    meta.live = try PageMeta.Live(log, upTo: last, isGrowing: isGrowing)
    return meta
  }
}

extension PageMeta.Live {
  /// Another text in each process.
  private static let epoch = UUID().uuidString.lowercased()

  init(_ log: any ActionSource, upTo last: Step, isGrowing: Bool) throws {
    let steps = log.steps.filter { $0.lowerBound <= last }
      .map { $0.lowerBound...min($0.upperBound, last) }
    runs = steps.map { [$0.lowerBound.number, $0.upperBound.number] }
    func offset(of step: Step?) throws -> Int64 {
      try step.map { log.offset(of: try log.entry(at: $0).moment) } ?? 0
    }
    firstOffset = try offset(of: steps.first?.lowerBound)
    lastOffset = try offset(of: steps.last?.upperBound)
    (self.isGrowing, epoch) = (isGrowing, Self.epoch)
  }
}

/// Asks for the actions of some steps, as lines of a page's block.
package struct PageActionsRequest: Request {
  /// The steps.
  var first, last: UInt64
  /// Payloads of more bytes of JSON are left out; nil for none.
  var limit: Int?

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// A line for each action.
    var text = ""
    /// The types to which the numbers in lines lead.
    var types: [PageMeta.Kind] = []
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard let steps = inspector.log.known(first, last) else { return Answer() }
    var lines = PageLines(of: inspector.log, inspector.recording.stores)
    var answer = Answer()
    _ = try inspector.ask(ActionsRequest(in: steps)) { part in
      if case .action(let action, _, _) = part {
        answer.text += lines.line(of: action, limit: limit) + "\n"
      }
    }
    answer.types = lines.types
    return answer
  }
}

/// Asks for the states of some steps, each run of them as a block of changes.
package struct PageStatesRequest: Request {
  /// The steps. The first block begins with the whole state of the step before.
  var first, last: UInt64

  /// The most steps of one answer, because its text is held in memory. A page asks for 32.
  private static let mostSteps: UInt64 = 1_000

  // The question for the changes needs them.
  package var needsStores: Bool { false }

  /// A block of a page, which begins with a whole state.
  package struct Part: Codable, Sendable {
    var first, last: UInt64
    var state = true
    var text: String
  }

  package struct Answer: Codable, Sendable {
    /// Lines of the app's views.
    var views = ""
    /// Lines of the app's pictures.
    var pictures = ""
    /// What the replay found out.
    var unshown: [PageMeta.Gap] = []
    var marks: [PageMeta.Mark] = []
  }

  package func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer {
    let initial = inspector.log.initialStep
    let start = max(Step(first).previous ?? .initial, initial)
    let most = first.addingReportingOverflow(Self.mostSteps)
    let asked = min(last, most.overflow ? .max : most.partialValue)
    let end = min(Step(asked), max(initial, inspector.log.lastStep))
    var answer = Answer()
    guard start <= end else { return answer }
    var block: Part?
    let request = ChangesRequest(in: start...end, as: .splices, withViews: true)
    _ = try inspector.ask(request) { part in
      switch part {
      case .state(let step, let json):
        if let block { try give(block) }
        block = Part(first: step.number + 1, last: step.number, text: json + "\n")
      case .changes(let step, let patch):
        block?.text += patch + "\n"
        block?.last = step.number
      case .view(let step, let text):
        answer.views += PageLines.line(of: text, at: step) + "\n"
      case .picture(let step, let picture):
        answer.pictures += PageLines.line(of: picture, at: step) + "\n"
      case .largePicture(let step, let size):
        answer.pictures += PageLines.line(ofPictureOf: size, at: step) + "\n"
      case .trap(let known, let type):
        let sentence = "\(ReplayError.traps(known, type))"
        answer.marks.append(.init(step: known.step.number, kind: .trap, text: sentence))
      case .unshown(let state):
        let steps = state.steps
        answer.unshown.append(
          .init(
            first: steps.lowerBound.number, last: steps.upperBound.number, text: "\(state)"))
      }
    }
    if let block { try give(block) }
    return answer
  }
}

/// Asks for the causes and effects of an action.
package struct PageRelativesRequest: Request {
  var step: UInt64
  /// The most causes, and the most effects.
  var limit: Int

  /// The most causes that are counted, and the most steps that are searched for effects.
  private static let effort: UInt64 = 100_000

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// The steps of the nearest causes, the nearest last.
    var causes: [UInt64] = []
    var causeCount = 0
    var firstCause: UInt64?
    /// The steps of effects with their depths, each before its own effects.
    var effects: [[UInt64]] = []
    /// The actions with these steps, as lines of a page's block without payloads.
    var text = ""
    var types: [PageMeta.Kind] = []
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    var answer = Answer()
    try findCauses(in: inspector.log, &answer)
    try findEffects(in: inspector, &answer)
    var lines = PageLines(of: inspector.log, inspector.recording.stores)
    let named =
      answer.causes + [answer.firstCause].compactMap(\.self) + answer.effects.map { $0[0] }
    for number in Set(named).sorted() {
      guard let action = try? inspector.action(at: Step(number)) else { continue }
      answer.text += lines.line(of: action, limit: 0) + "\n"
    }
    answer.types = lines.types
    return answer
  }

  private func findCauses(in log: any ActionSource, _ answer: inout Answer) throws {
    var next = try? log.entry(at: Step(step)).cause
    var before = Step(step)
    // An action comes after its cause. Without this check, a forged log could loop forever.
    while let cause = next, cause < before, answer.causeCount < Int(Self.effort) {
      guard let entry = try? log.entry(at: cause) else { break }
      answer.causeCount += 1
      answer.firstCause = cause.number
      if answer.causes.count < limit { answer.causes.insert(cause.number, at: 0) }
      (next, before) = (entry.cause, cause)
    }
  }

  private func findEffects(in inspector: Inspector, _ answer: inout Answer) throws {
    let log = inspector.log
    guard step < .max - Self.effort, let steps = log.known(step + 1, step + Self.effort) else {
      return
    }
    var effects: [UInt64: [UInt64]] = [step: []]
    for chunk in log.chunkSteps where chunk.overlaps(steps) && effects.count <= limit {
      guard let head = try? log.head(holding: chunk.lowerBound) else { continue }
      for (index, _) in head.causes {
        let effect = head.firstStep.number + UInt64(index)
        guard steps.contains(Step(effect)), let cause = head.cause(of: index)?.number,
          effects[cause] != nil
        else { continue }
        effects[cause]?.append(effect)
        effects[effect] = []
      }
    }
    append(effects, of: step, at: 0, to: &answer)
  }

  private func append(
    _ effects: [UInt64: [UInt64]], of cause: UInt64, at depth: UInt64, to answer: inout Answer
  ) {
    for effect in effects[cause] ?? [] where answer.effects.count < limit {
      answer.effects.append([effect, depth])
      // Deeper ones would need a deeper stack than a thread has.
      if depth < 500 { append(effects, of: effect, at: depth + 1, to: &answer) }
    }
  }
}

extension ActionSource {
  /// The part of some steps that the log may have; nil if there is none.
  func known(_ first: UInt64, _ last: UInt64) -> ClosedRange<Step>? {
    let (first, last) = (max(Step(first), initialStep), min(Step(last), lastCountedStep))
    return first <= last ? first...last : nil
  }
}
