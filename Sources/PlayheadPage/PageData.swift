import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// The data that a page has before it unpacks a block. `Page.md` describes them.
package struct PageMeta: Codable, Sendable {
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
  /// The number of actions lost to damage.
  var lostCount: UInt64 = 0
  /// The steps with states. Begins one step before the first action.
  var range: Steps
  var leftOut: Omission?
  /// The parts of the state that it has; empty for the whole state.
  var paths: [String] = []
  /// Why there are no states.
  var noStates: String?
  /// That the states are not the recorded ones.
  var otherStates: Omission?
  /// The steps whose states cannot be shown.
  var unshown: [Gap] = []
  var stores: [String]
  var types: [Kind] = []
  var notes: [Note] = []
  var gaps: [Gap] = []
  var marks: [Mark] = []
  var failure: SessionPage.Failure?
  var command: Command
  var hasViews = false
  var blocks: [Block] = []
  /// What a server knows instead of blocks; nil in a file.
  var live: Live?

  /// What a page has to know of a log that a server reads for it.
  struct Live: Codable, Sendable {
    /// The steps with actions, as first and last steps.
    var runs: [[UInt64]]
    /// The times of the first and of the last action, in nanoseconds since the start; 0 if there is none.
    var firstOffset, lastOffset: Int64
    /// Whether the log is still being written.
    var isGrowing: Bool
    /// Another text after each start of the server.
    var epoch: String
  }

  struct Device: Codable, Sendable { var locale, timeZone: String }

  struct Steps: Codable, Sendable { var first, last: UInt64 }

  /// What the page lacks, or what differs from the recording, and the command that shows more.
  struct Omission: Codable, Sendable { var text, command: String }

  struct Kind: Codable, Sendable {
    var name, title: String
    /// The number of its actions, if that is known before the actions are read.
    var count: Int?
  }

  struct Note: Codable, Sendable {
    var step: UInt64
    var offset: Int64
    var text: String
  }

  struct Gap: Codable, Sendable {
    var first, last: UInt64
    var text: String
  }

  /// A mark on the timeline.
  struct Mark: Codable, Sendable {
    enum Kind: String, Codable { case divergence, trap, warning }
    var step: UInt64
    /// When it happened, if that is after the step's action.
    var offset: Int64?
    var kind: Kind
    var text: String
  }

  /// The parts of a command that shows what the page shows, quoted for a shell.
  struct Command: Codable, Sendable { var tool, log: String }

  /// A part of the data.
  struct Block: Codable, Sendable {
    enum Kind: String, Codable { case actions, changes, views, pictures }
    var kind: Kind
    var first, last: UInt64
    /// The number of its lines, without the whole state.
    var count: Int
    /// The length of its unpacked text.
    var bytes: Int
    /// Whether it begins with the whole state of the step before `first`.
    var state: Bool
  }
}

/// Packs lines of one kind into blocks.
struct BlockWriter {
  /// A text larger than this, in bytes, ends its block. A block unpacks in less than a frame's time.
  static let size = 128 << 10

  let kind: PageMeta.Block.Kind
  private(set) var blocks: [(block: PageMeta.Block, packed: [UInt8])] = []
  /// The bytes of all packed blocks.
  private(set) var packedSize = 0
  private var text = ""
  private var count = 0
  private var steps: ClosedRange<Step>?
  /// The step of the whole state that the current block begins with, if it does.
  private var start: Step?

  init(_ kind: PageMeta.Block.Kind) { self.kind = kind }

  /// Whether nothing was added.
  var isEmpty: Bool { blocks.isEmpty && isBetweenBlocks }
  var isBetweenBlocks: Bool { text.isEmpty }

  mutating func add(_ line: String, of step: Step) {
    text += line + "\n"
    count += 1
    steps = (steps?.lowerBound ?? step)...step
    if text.utf8.count > Self.size { endBlock() }
  }

  /// Begins a block with the whole state of `step`.
  mutating func begin(with state: String, of step: Step) {
    endBlock()
    (text, start, steps) = (state + "\n", step, nil)
  }

  /// Ends the current block, if there is one.
  mutating func endBlock() {
    guard !text.isEmpty else { return }
    // A state without changes after it is a block of no steps.
    let state = start ?? .initial
    let (first, last) = steps.map { ($0.lowerBound, $0.upperBound) } ?? (state.next, state)
    let bytes = Array(text.utf8)
    let block = PageMeta.Block(
      kind: kind, first: first.number, last: last.number, count: count, bytes: bytes.count,
      state: start != nil)
    let packed = bytes.withUnsafeBytes { LZ4Block.pack($0, .high) }
    // A text that does not get smaller is stored unpacked. Readers know by its length.
    let stored = packed.isEmpty ? bytes : packed
    blocks.append((block, stored))
    packedSize += stored.count
    (text, count, start, steps) = ("", 0, nil, nil)
  }
}
