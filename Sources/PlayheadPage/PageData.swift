import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// What a page knows of a session before it unpacks a block; `Page.md` describes it.
struct PageMeta: Encodable {
  var version = 1
  var title: String
  var app: String?
  var build: String
  var session: String?
  /// In nanoseconds since 1970.
  var start: Int64?
  var device: Device
  var initialStep: UInt64
  var lastStep: UInt64
  var actionCount: Int
  /// The steps whose states are shown: the first is the one before the first action.
  var range: Steps
  var leftOut: LeftOut?
  /// Why there are no states.
  var noStates: String?
  var stores: [String]
  var types: [Kind] = []
  var notes: [Note] = []
  var gaps: [Gap] = []
  var marks: [Mark] = []
  var failure: SessionPage.Failure?
  var command: Command
  var hasViews = false
  var blocks: [Block] = []

  struct Device: Encodable { var locale, timeZone: String }

  struct Steps: Encodable { var first, last: UInt64 }

  /// What the page lacks, and the command for it.
  struct LeftOut: Encodable { var text, command: String }

  struct Kind: Encodable { var name, title: String }

  struct Note: Encodable {
    var step: UInt64
    var offset: Int64
    var text: String
  }

  struct Gap: Encodable {
    var first, last: UInt64
    var text: String
  }

  /// Something on the timeline.
  struct Mark: Encodable {
    enum Kind: String, Encodable { case divergence, trap, restart, warning }
    var step: UInt64
    var kind: Kind
    var text: String
  }

  /// The parts of a command that shows what the page does, each as a shell takes it.
  struct Command: Encodable { var tool, log, app: String }

  /// A piece of the data.
  struct Block: Encodable {
    enum Kind: String, Encodable { case actions, changes, views }
    var kind: Kind
    var first, last: UInt64
    /// How long its text is.
    var bytes: Int
    /// Whether it begins with a whole state, that of the step before `first`.
    var state: Bool
  }
}

/// Lines of one kind, packed a block at a time.
struct BlockWriter {
  /// Longer texts are a block: so much is unpacked in less than a frame's time.
  static let size = 128 << 10

  let kind: PageMeta.Block.Kind
  private(set) var blocks: [(block: PageMeta.Block, packed: [UInt8])] = []
  private var text = ""
  private var steps: ClosedRange<Step>?
  private var hasState = false

  init(_ kind: PageMeta.Block.Kind) { self.kind = kind }

  /// Whether nothing was added.
  var isEmpty: Bool { blocks.isEmpty && text.isEmpty }

  /// Adds the line of a step.
  mutating func add(_ line: String, of step: Step) {
    text += line + "\n"
    steps = (steps?.lowerBound ?? step)...step
    if text.utf8.count > Self.size { endBlock() }
  }

  /// Begins a block with the state before the next step.
  mutating func begin(with state: String, of step: Step) {
    endBlock()
    (text, hasState, steps) = (state + "\n", true, nil)
    self.state = step
  }

  /// The step of the state that the present block begins with.
  private var state = Step.initial

  /// Ends the present block, if there is one.
  mutating func endBlock() {
    guard !text.isEmpty else { return }
    // A state that nothing follows is a block of no steps.
    let (first, last) = steps.map { ($0.lowerBound, $0.upperBound) } ?? (state.next, state)
    let bytes = Array(text.utf8)
    let block = PageMeta.Block(
      kind: kind, first: first.number, last: last.number, bytes: bytes.count, state: hasState)
    let packed = bytes.withUnsafeBytes { LZ4Block.pack($0, .high) }
    // What does not get smaller stays as it is: its length says so.
    blocks.append((block, packed.isEmpty ? bytes : packed))
    (text, hasState, steps) = ("", false, nil)
  }
}
