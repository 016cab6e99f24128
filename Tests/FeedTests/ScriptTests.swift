import Feed
import FluxTesting
import PlayheadFlux
import SampleSupport
import Testing

@Suite struct `The script` {
  @Test(arguments: ["likes", "purchases", "paging"])
  func `the sample app's view during each script in fixtures equals the stored transcript`(
    name: String
  ) async throws {
    let script = try FixtureFile.text("feed/\(name).txt")
    let text = try await onOwnThread { try Transcript(of: script).text }
    #expect(try text == FixtureFile.text("feed/\(name).expected.txt"))
  }
}

/// A script and what it shows.
///
/// The clock moves only at `wait`, so that a test waits for nothing.
private struct Transcript {
  private var transcript = ViewTranscript()
  private let gate = Gate()
  private let feed: Feed

  var text: String { transcript.text }

  init(of script: String) throws {
    let network = Network(sleep: gate.sleep)
    feed = try Feed(
      inputs: .seeded(), server: SimulatedServer(behind: network), network: network,
      sleep: gate.sleep)
    feed.start()
    transcript.show(feed.view)
    for line in script.split(separator: "\n").map(String.init) {
      transcript.add((line.hasPrefix("#") ? "\n" : "> ") + line)
      try perform(line)
      transcript.show(feed.view)
    }
  }

  private func perform(_ line: String) throws {
    guard line == "wait" else {
      try feed.perform(line)
      return
    }
    try gate.open { try feed.perform(line) }
  }
}

/// A clock that stands still until the gate is open: who sleeps, sleeps until then.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var count = 0
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state = Locked(State())

  /// Lets everybody through while `body` runs.
  func open(_ body: () throws -> Void) rethrows {
    for sleeper in setOpen(true) { sleeper.resume() }
    defer { _ = setOpen(false) }
    try body()
  }

  @Sendable func sleep(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter($0, number) }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  private func enter(_ sleeper: CheckedContinuation<Void, any Error>, _ number: Int) {
    let result: Result<Void, any Error>? = state.withLock { state in
      if Task.isCancelled { return .failure(CancellationError()) }
      if state.isOpen { return .success(()) }
      state.sleepers[number] = sleeper
      return nil
    }
    if let result { sleeper.resume(with: result) }
  }

  private func setOpen(_ open: Bool) -> [CheckedContinuation<Void, any Error>] {
    state.withLock { state in
      state.isOpen = open
      guard open else { return [] }
      defer { state.sleepers = [:] }
      return state.sleepers.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
