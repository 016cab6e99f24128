import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An app that is there to be killed: threads that dispatch, stores that note what they saw where it
/// survives, a recorder.
final class CrashApp: Sendable {
  private let orders: Orders
  private let dispatcher = Dispatcher(inputs: .seeded())
  private let ledger: Store<Ledger>
  private let draws = Store("draws", UInt64(0)).on(Entry.self) { sum, entry, context in
    if entry.number % 8 == 0 { sum &+= context.random(in: 0...UInt64.max) }
  }
  private let guest = Store("guest", 0).on(Entry.self) { count, _ in count += 1 }
  private let journal: Journal?
  private let page = Page()
  private let trouble = Trouble()

  init(_ orders: Orders) throws {
    self.orders = orders
    let journal = orders.journal.flatMap { Journal($0) }
    let page = page
    ledger = Store("ledger", Ledger())
      .on(Entry.self) { ledger, entry in
        ledger.add(entry)
        page.note(entry.code, in: journal)
      }
    self.journal = journal
    try dispatcher.register(ledger, draws)
  }

  func run() throws {
    if !orders.limitsLate { try limitFiles() }
    let recorder = try record()
    if orders.limitsLate { try limitFiles() }
    if recorder != nil { journal?.hasBegun = true }
    onThreads(orders.threads) { [self] thread in dispatch(thread, recorder) }
    report("slowest", trouble.slowest.load(ordering: .relaxed) / 1_000)
    close(recorder)
    // What is printed may go into a file, too.
    try FileLimit.lift()
    report("failures", trouble.failures.load(ordering: .relaxed))
    report("recoveries", trouble.recoveries.load(ordering: .relaxed))
    report("states", try digest())
  }

  private func record() throws -> Recording? {
    guard orders.log != nil || orders.folder != nil else { return nil }
    var options = RecordingOptions(digests: .every(256)) { [trouble] _ in
      trouble.failures.add(1, ordering: .relaxed)
    }
    options.onRecovery = { [trouble] in trouble.recoveries.add(1, ordering: .relaxed) }
    options.keptLaunches = 5
    options.durability = orders.durability
    if let keep = orders.keep { options.keeps = .last(bytes: keep) }
    do {
      guard let folder = orders.folder else {
        return try dispatcher.record(
          to: orders.log ?? "", app: "crash-app", options: options, on: disk)
      }
      let recorder = try dispatcher.record(
        in: URL(fileURLWithPath: folder), app: "crash-app", options: options)
      report("log", recorder.url.path(percentEncoded: false))
      // Whoever kills the app asks for it.
      fflush(nil)
      return recorder
    } catch {
      // As an app would: it is there for its users, recorded or not.
      report("unrecorded", error)
      return nil
    }
  }

  private var disk: any Disk {
    guard let (call, stage) = orders.kill else { return SystemDisk() }
    let count = Atomic(0)
    return ProbedDisk { moment in
      guard moment.stage == stage, count.add(1, ordering: .relaxed).newValue == call else { return }
      // The other threads record some more meanwhile, or wait for this one.
      usleep(1_000)
      kill(getpid(), SIGKILL)
    }
  }

  private func limitFiles() throws {
    guard let limit = orders.fileLimit else { return }
    try FileLimit.set(to: limit)
  }

  // MARK: Dispatching

  private func dispatch(_ thread: Int, _ recorder: Recording?) {
    for number in 1...max(orders.count, 1) {
      let entry = Entry(thread: thread, number: number, big: orders.big)
      let time = ContinuousClock().measure { dispatcher.dispatch(entry) }
      trouble.slowest.max(Int(time / .nanoseconds(1)), ordering: .relaxed)
      if thread == 0 { doAsides(number, recorder) }
    }
  }

  /// What an app does besides, and what happens to it.
  private func doAsides(_ number: Int, _ recorder: Recording?) {
    if number == orders.limitEnds { try? FileLimit.lift() }
    if isDue(orders.notes, number) { recorder?.mark("note \(number)") }
    if isDue(orders.pauses, number) { turnPage(recorder) }
    if isDue(orders.guests, number) { turnGuest() }
    if isDue(orders.flushes, number) { try? recorder?.flush() }
  }

  private func isDue(_ interval: Int, _ number: Int) -> Bool {
    interval > 0 && number % interval == 0
  }

  private func turnPage(_ recorder: Recording?) {
    guard let recorder else { return }
    dispatcher.betweenActions { [page] in
      if page.isPaused { recorder.resume() } else { recorder.pause() }
      page.isPaused.toggle()
    }
  }

  private func turnGuest() {
    if dispatcher.stores.contains(where: { $0 === guest }) {
      try? dispatcher.unregister(guest)
    } else {
      try? dispatcher.register(guest)
    }
  }

  // MARK: The end

  private func close(_ recorder: Recording?) {
    do {
      try recorder?.close()
      report("closed", recorder == nil ? "unrecorded" : "well")
    } catch {
      report("closed", error)
    }
  }

  /// Tells the states of this run from others.
  private func digest() throws -> String {
    let encoder = CanonicalEncoder()
    let states: [any Encodable] = [ledger.state, draws.state, guest.state]
    return try states.map { "\(try encoder.digest(of: $0))" }.joined(separator: "-")
  }

  private func report(_ name: String, _ value: Any) { print(name, value) }
}

/// Where in the journal the next action goes. Unchecked because it is touched by handlers and between
/// actions, which never overlap.
private final class Page: @unchecked Sendable {
  var isPaused = false
  private var count = 0

  func note(_ code: UInt64, in journal: Journal?) {
    count += 1
    guard let journal else { return }
    // Whoever looks at a run looks at all of it.
    guard journal.note(code, number: count, isLeftOut: isPaused) else {
      fatalError("the journal is full")
    }
  }
}

/// What went wrong, and how long it held up the app.
private final class Trouble: Sendable {
  let failures = Atomic(0)
  let recoveries = Atomic(0)
  /// The slowest dispatch, in nanoseconds.
  let slowest = Atomic(0)
}
