import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Collects the data of a page.
struct PageBuilder {
  private let inspector: Inspector
  private let options: SessionPage.Options
  /// The steps of the actions. `states` begins one step earlier.
  let steps: ClosedRange<Step>
  private let states: ClosedRange<Step>
  private(set) var meta: PageMeta
  private(set) var actionCount = 0
  /// When the last action was dispatched.
  private var lastOffset: Int64 = 0
  /// The traps, each in a sentence.
  private(set) var traps: [String] = []
  /// The states that cannot be shown.
  private(set) var unshown: [UnshownState] = []
  /// The same, each with the type of its action.
  private(set) var crashes: [(KnownCrash, ActionType?)] = []
  private var lines: PageLines
  private var actions = BlockWriter(.actions)
  private var changes = BlockWriter(.changes)
  private var views = BlockWriter(.views)
  private var pictures = BlockWriter(.pictures)

  /// The most bytes of packed pictures. With more, a file is hard to send, and browsers are slow to open it.
  private static let picturesLimit = 64 << 20

  init(_ inspector: Inspector, _ options: SessionPage.Options) throws {
    (self.inspector, self.options) = (inspector, options)
    let overview = try inspector.ask(OverviewRequest())
    let (first, initial) = (overview.firstStep, overview.firstStep.previous ?? .initial)
    let all = first...max(first, overview.lastStep)
    let shown = min(UInt64(all.count), SessionPage.limit)
    let late = Step(all.upperBound.number - shown + 1)...all.upperBound
    steps = (options.steps ?? late.containing(options.failure)).clamped(to: all)
    let last = min(steps.upperBound, max(initial, overview.lastStep))
    states = (steps.lowerBound.previous ?? .initial)...last
    meta = PageMeta(overview, states)
    if !inspector.recording.opensByName { meta.command.log = "LOG" }
    meta.noStates = options.noStates
    meta.failure = options.failure
    meta.paths = options.paths.map(\.description)
    meta.leftOut = PageMeta.Omission(steps, of: all, meta)
    lines = PageLines(of: inspector.log, overview.stores)
  }

  /// All blocks, packed, in the order of `meta.blocks`.
  var blocks: [[UInt8]] { allBlocks.map(\.packed) }

  private var allBlocks: [(block: PageMeta.Block, packed: [UInt8])] {
    actions.blocks + changes.blocks + views.blocks + pictures.blocks
  }

  // MARK: Actions

  mutating func addActions() throws {
    // Notes may come before the first action.
    let isWhole = steps.lowerBound.number == meta.initialStep + 1
    let first = isWhole ? Step(meta.initialStep) : steps.lowerBound
    _ = try inspector.ask(ActionsRequest(in: first...steps.upperBound)) { part in
      switch part {
      case .action(let action, _, _): add(action)
      case .note(let note):
        meta.notes.append(.init(step: note.step.number, offset: note.offset, text: note.text))
      case .gap(let gap): meta.gaps.append(.init(gap))
      case .resumption(let resumption):
        meta.notes.append(
          .init(step: resumption.step.number, offset: lastOffset, text: resumption.text))
      case .stores(let change):
        meta.notes.append(.init(step: change.step.number, offset: lastOffset, text: change.text))
      case .unshown(let state): unshown.include(state)
      }
    }
    meta.types = lines.types
    actions.endBlock()
    listBlocks()
  }

  private mutating func add(_ action: ActionRecord) {
    actionCount += 1
    lastOffset = action.offset
    // A damaged header has no start, but each action has its time.
    if meta.start == nil { meta.start = action.wallTime &- action.offset }
    if actions.isBetweenBlocks { lines.beginBlock() }
    actions.add(lines.line(of: action), of: action.step)
  }

  // MARK: States

  mutating func addStates() throws {
    guard meta.noStates == nil else { return }
    let request = ChangesRequest(
      in: states, at: options.paths, as: .splices, withViews: true, wholeAfter: BlockWriter.size)
    var marks: [PageMeta.Mark] = []
    var mismatch: StateMismatch?
    let report = inspector.onEvent
    inspector.onEvent = { event in
      if case .warning(let warning) = event { marks += [PageMeta.Mark(warning)].compactMap(\.self) }
      if case .warning(.otherStates(let found)) = event { mismatch = found }
      try report(event)
    }
    defer { inspector.onEvent = report }
    do {
      _ = try inspector.ask(request) { add($0) }
    } catch let error as ReplayError where changes.isEmpty {
      meta.noStates = "\(error)"
    }
    meta.marks += marks
    meta.otherStates = mismatch.map {
      .init(text: "\($0)", command: "\(meta.command.tool) check \(meta.command.log)")
    }
    meta.unshown = unshown.map { state in
      let steps = state.steps
      return .init(
        first: steps.lowerBound.number, last: steps.upperBound.number, text: "\(state)")
    }
    meta.marks += unshown.map { state in
      .init(step: state.steps.lowerBound.number, kind: .warning, text: "\(state)")
    }
    changes.endBlock()
    views.endBlock()
    pictures.endBlock()
    listBlocks()
  }

  private mutating func add(_ part: ChangesRequest.Part) {
    switch part {
    case .state(let step, let json): changes.begin(with: json, of: step)
    case .changes(let step, let patch): changes.add(patch, of: step)
    case .view(let step, let text):
      meta.hasViews = true
      views.add(PageLines.line(of: text, at: step), of: step)
    case .picture(let step, let picture):
      meta.hasViews = true
      let isRoom = pictures.packedSize < Self.picturesLimit
      pictures.add(
        isRoom
          ? PageLines.line(of: picture, at: step)
          : PageLines.line(ofPictureOf: picture?.data.count ?? 0, at: step), of: step)
    case .largePicture(let step, let size):
      meta.hasViews = true
      pictures.add(PageLines.line(ofPictureOf: size, at: step), of: step)
    case .trap(let known, let type):
      let sentence = "\(ReplayError.traps(known, type))"
      meta.marks.append(.init(step: known.step.number, kind: .trap, text: sentence))
      traps.append(sentence)
      crashes.append((known, type))
    case .unshown(let state): unshown.include(state)
    }
  }

  /// Counts again, because reading may have found damage.
  mutating func countActions() {
    let log = inspector.recording
    (meta.actionCount, meta.lostCount) = (log.actionCount, log.lostCount)
  }

  private mutating func listBlocks() {
    meta.blocks = allBlocks.map(\.block)
  }
}

extension ClosedRange<Step> {
  /// The range, moved to end at the failure if it begins after that.
  fileprivate func containing(_ failure: SessionPage.Failure?) -> ClosedRange<Step> {
    guard let end = failure?.step, end < lowerBound.number else { return self }
    return Step(end >= UInt64(count) ? end - UInt64(count) + 1 : 0)...Step(end)
  }
}

extension LogReader {
  /// The number of actions lost to damage. Clamped, because a forged log may have lost any number.
  var lostCount: UInt64 {
    lostSteps.reduce(0) { sum, steps in
      let (next, overflow) = sum.addingReportingOverflow(UInt64(steps.count))
      return overflow ? .max : next
    }
  }
}

extension PageMeta.Gap {
  init(_ gap: GapRecord) {
    self.init(
      first: gap.steps.lowerBound.number, last: gap.steps.upperBound.number, text: gap.text)
  }
}

extension PageMeta {
  init(_ overview: LogOverview, _ states: ClosedRange<Step>) {
    title = overview.log.split(separator: "/").last.map(String.init) ?? overview.log
    app = overview.app.flatMap { $0.isEmpty ? nil : $0 }
    (build, session) = (overview.build ?? "", overview.session)
    start = overview.start?.nanoseconds
    device = Device(locale: overview.locale ?? "", timeZone: overview.timeZone ?? "")
    (initialStep, lastStep) = (overview.firstStep.number - 1, overview.lastStep.number)
    (actionCount, stores) = (overview.actions, overview.stores)
    range = Steps(first: states.lowerBound.number, last: states.upperBound.number)
    command = Command(tool: toolFileName, log: overview.log.inShell)
  }
}

extension PageMeta.Mark {
  /// The mark for a warning; nil if the warning is about no step.
  fileprivate init?(_ warning: InspectorWarning) {
    switch warning {
    case .otherDraws(let step, let fault):
      self.init(
        step: step.number, kind: .divergence,
        text: "from here on the stores drew different values than recorded: \(fault)")
    case .unfinished(let step):
      self.init(
        step: step.number, kind: .warning, text: "the app stopped while it handled this action")
    case .skipped(let incompatibilities):
      guard let first = incompatibilities.actions.first else { return nil }
      self.init(
        step: first.first.number, kind: .warning,
        text: "actions '\(first.type.name)' do not fit the app and were skipped")
    case .otherStates(let mismatch):
      self.init(step: mismatch.step.number, kind: .divergence, text: "\(mismatch)")
    case .otherVersions, .unreachable, .trapped, .damage, .unshown: return nil
    }
  }
}

extension PageMeta.Omission {
  /// Describes the steps of `all` that `shown` lacks, and the parts of the state; nil if nothing is left out.
  fileprivate init?(_ shown: ClosedRange<Step>, of all: ClosedRange<Step>, _ meta: PageMeta) {
    guard shown != all || !meta.paths.isEmpty else { return nil }
    let before = shown.lowerBound.previous.flatMap {
      $0 < all.lowerBound ? nil : all.lowerBound...$0
    }
    let after = all.upperBound > shown.upperBound ? shown.upperBound.next...all.upperBound : nil
    let steps = [before, after].compactMap { $0?.words }.joined(separator: " and ")
    let parts = meta.paths.joined(separator: ", ")
    text = [
      steps.isEmpty ? nil : "This page leaves out \(steps) of the session.",
      parts.isEmpty ? nil : "Of the state, it has only \(parts).",
    ].compactMap(\.self).joined(separator: " ")
    let stem = meta.title.hasSuffix(".playhead") ? String(meta.title.dropLast(9)) : meta.title
    let file = meta.command.log == "LOG" ? "whole.html" : "\(stem)-whole.html"
    command =
      "\(meta.command.tool) page \(meta.command.log) \(all.lowerBound)..\(all.upperBound) -o \(file.inShell)"
  }
}
