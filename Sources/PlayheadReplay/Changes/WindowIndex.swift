import PlayheadLog
import PlayheadValues

/// For each window of a log, the parts of the state that may have changed in it.
///
/// A window leads from the state of one step to that of a later one. Only replaying it shows what changed at which of
/// its steps.
struct WindowIndex: Codable, Equatable {
  /// A part of the state: all of it, a store, or a field.
  fileprivate struct Part: Codable, Equatable {
    let name: String
    /// The windows in which it was written as a whole, in order.
    var windows: [ClosedRange<Int>] = []
    /// The fields that were written alone.
    var fields: [Part] = []
  }

  /// Identifies the log, the program and the version of the index.
  let fingerprint: String
  /// The steps between the windows: window 0 leads from the first state to the second, and so on.
  private(set) var bounds: [Step] = []
  private var whole = Part(name: "")
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
    if bounds.count > 1 { whole.windows = [0...bounds.count - 2] }
  }

  /// The last step of the last window; nil if there is none.
  var lastStep: Step? { bounds.last }

  /// Notes the first state.
  mutating func begin(at step: Step) { bounds = [step] }

  /// Adds the window that ends with `step`. Each of the `parts` that may have changed has the names on the way to it.
  mutating func add(upTo step: Step, _ parts: [[String]]) {
    let window = bounds.count - 1
    bounds.append(step)
    for names in parts { whole.add(window, to: names[...]) }
  }

  /// The windows in which the value at `path` may have changed, in order: those in which it, a part around it or a
  /// part of it was written.
  func windows(touching path: StatePath) -> [ClosedRange<Step>] {
    var found: Set<Int> = []
    whole.addWindows(touching: path.components[...], to: &found)
    return found.sorted().map { bounds[$0]...bounds[$0 + 1] }
  }

  /// Whether an index can be like this. One from a file may be forged.
  var isSound: Bool {
    zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 } && whole.isSound(in: bounds.count - 1)
      && mismatch.map { $0.lastAgreed < $0.step && $0.step < Step(.max) } ?? true
      && unshown.allSatisfy { $0.steps.upperBound <= lastStep ?? .initial }
  }
}

extension WindowIndex.Part {
  mutating func add(_ window: Int, to names: ArraySlice<String>) {
    guard let name = names.first else { return add(window) }
    let place = fields.firstIndex { $0.name == name } ?? fields.count
    if place == fields.count { fields.append(Self(name: name)) }
    fields[place].add(window, to: names.dropFirst())
  }

  private mutating func add(_ window: Int) {
    if let last = windows.last, window <= last.upperBound + 1 {
      windows[windows.count - 1] = last.lowerBound...window
    } else {
      windows.append(window...window)
    }
  }

  /// Adds the windows in which a part at `path` may have changed; those of all fields if `path` is empty.
  func addWindows(touching path: ArraySlice<StatePath.Component>, to found: inout Set<Int>) {
    for run in windows { found.formUnion(run) }
    for field in fields where path.first.map({ $0.name == field.name }) ?? true {
      field.addWindows(touching: path.dropFirst(), to: &found)
    }
  }

  /// Whether all windows are among the first `count`, and in order.
  func isSound(in count: Int) -> Bool {
    windows.allSatisfy { $0.lowerBound >= 0 && $0.upperBound < count }
      && zip(windows, windows.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
      && fields.allSatisfy { $0.isSound(in: count) }
  }
}
