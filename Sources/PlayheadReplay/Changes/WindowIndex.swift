import PlayheadCoding
import PlayheadLog
import PlayheadValues

/// For each window of a log, the parts of the state that may have changed in it.
///
/// A window leads from the state of one step to that of a later one. Only replaying it shows what changed at which of
/// its steps.
struct WindowIndex: Equatable {
  /// A part of the state: a field of an enclosing part, which comes before it.
  struct Path: Hashable {
    var parent: Int
    var name: String
  }

  /// The number of the whole state's path.
  private static let root = 0

  /// Identifies the log, the program and the version of the index.
  let fingerprint: String
  /// The steps between the windows: window 0 leads from the first state to the second, and so on.
  private(set) var bounds: [Step] = []
  /// By their numbers; the first is the whole state.
  private(set) var paths = [Path(parent: root, name: "")]
  private var numbers: [Path: Int] = [:]
  /// For each path the windows in which it was written as a whole, in order.
  private(set) var windows: [[Int]] = [[]]
  /// The first state that is not the recorded one.
  var mismatch: StateMismatch?
  /// The steps at which a store's state could not be encoded.
  var unshown: [UnshownState] = []

  /// An index without a window.
  init(fingerprint: String) { self.fingerprint = fingerprint }

  /// An index that knows nothing: anything may have changed in each of its windows, which have up to `size` steps.
  init(of runs: [ClosedRange<Step>], size: UInt64) {
    fingerprint = ""
    for run in runs {
      for number in stride(from: run.lowerBound.number, to: run.upperBound.number, by: Int(size)) {
        bounds.append(Step(number))
      }
      bounds.append(run.upperBound)
    }
    windows[Self.root] = Array(0..<max(0, bounds.count - 1))
  }

  /// The last step of the last window; nil if there is none.
  var lastStep: Step? { bounds.last }

  /// Notes the first state.
  mutating func begin(at step: Step) { bounds = [step] }

  /// Adds the window that ends with `step`. Each of the `parts` that may have changed has the names on the way to it.
  mutating func add(upTo step: Step, _ parts: [[String]]) {
    let window = bounds.count - 1
    bounds.append(step)
    for names in parts {
      let path = names.reduce(Self.root) { number(of: Path(parent: $0, name: $1)) }
      if windows[path].last != window { windows[path].append(window) }
    }
  }

  private mutating func number(of path: Path) -> Int {
    if let known = numbers[path] { return known }
    add(path)
    return paths.count - 1
  }

  private mutating func add(_ path: Path) {
    numbers[path] = paths.count
    paths.append(path)
    windows.append([])
  }

  /// The windows in which the value at `path` may have changed, in order: those in which it, a part around it or a
  /// part of it was written.
  func windows(touching path: StatePath) -> [ClosedRange<Step>] {
    var found = Set(windows[Self.root])
    var last: Int? = Self.root
    for component in path.components {
      last = last.flatMap { parent in
        component.name.flatMap { numbers[Path(parent: parent, name: $0)] }
      }
      guard let last else { break }
      found.formUnion(windows[last])
    }
    if let last {
      var isWithin = paths.indices.map { $0 == last }
      for path in paths.indices.dropFirst() where isWithin[paths[path].parent] {
        isWithin[path] = true
        found.formUnion(windows[path])
      }
    }
    return found.sorted().map { bounds[$0]...bounds[$0 + 1] }
  }
}

// MARK: - Bytes

extension WindowIndex {
  func encode(to bytes: ByteBuffer) {
    bytes.append(string: fingerprint)
    bytes.append(varint: bounds.count)
    RunColumn.write(bounds.lazy.map { Int64(clamping: $0.number) }, to: bytes)
    bytes.append(varint: paths.count - 1)
    for path in paths.dropFirst() {
      bytes.append(varint: path.parent)
      bytes.append(string: path.name)
    }
    for windows in windows {
      bytes.append(varint: windows.count)
      RunColumn.write(windows.lazy.map { Int64($0) }, to: bytes)
    }
    bytes.append(varint: mismatch == nil ? 0 : 1)
    if let mismatch {
      bytes.append(varint: mismatch.step.number)
      bytes.append(varint: mismatch.lastAgreed.number)
      bytes.append(string: mismatch.store)
    }
    bytes.append(varint: unshown.count)
    for state in unshown {
      bytes.append(string: state.store)
      bytes.append(varint: state.steps.lowerBound.number)
      bytes.append(varint: state.steps.upperBound.number)
      bytes.append(string: state.reason)
    }
  }

  /// Reads the result of `encode(to:)`. Trusts nothing: any impossible value is a fault.
  init(from reader: inout ByteReader) throws(ByteFault) {
    self.init(fingerprint: try reader.string())
    for number in try RunColumn.read(countedBy: &reader) {
      guard number >= 0, bounds.last.map({ $0.number < UInt64(number) }) ?? true else {
        throw .malformed("steps in order", at: reader.position)
      }
      bounds.append(Step(UInt64(number)))
    }
    // A path takes at least two bytes.
    for _ in 0..<(try reader.count(of: 2)) {
      // A part must come after the whole, or it might lead to itself.
      guard let parent = Int(exactly: try reader.varint()), paths.indices.contains(parent) else {
        throw .malformed("a path", at: reader.position)
      }
      add(Path(parent: parent, name: try reader.string()))
    }
    for path in paths.indices { windows[path] = try readWindows(&reader) }
    if try reader.varint() > 0 {
      let (step, lastAgreed) = (try reader.step(), try reader.step())
      guard lastAgreed < step else { throw .malformed("steps in order", at: reader.position) }
      mismatch = StateMismatch(step: step, lastAgreed: lastAgreed, store: try reader.string())
    }
    // A state takes at least four bytes.
    for _ in 0..<(try reader.count(of: 4)) {
      let store = try reader.string()
      let (first, last) = (try reader.step(), try reader.step())
      guard first <= last else { throw .malformed("steps in order", at: reader.position) }
      unshown.append(
        UnshownState(store: store, steps: first...last, reason: try reader.string()))
    }
  }

  private func readWindows(_ reader: inout ByteReader) throws(ByteFault) -> [Int] {
    var windows: [Int] = []
    for number in try RunColumn.read(countedBy: &reader, upTo: bounds.count) {
      guard number < bounds.count - 1, number > windows.last ?? -1 else {
        throw .malformed("windows in order", at: reader.position)
      }
      windows.append(Int(number))
    }
    return windows
  }
}
