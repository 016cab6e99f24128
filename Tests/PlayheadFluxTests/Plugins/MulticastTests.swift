import Dispatch
import FluxTesting
import PlayheadFlux
import PlayheadPlugins
import Testing

private protocol Ear: Sendable {
  func hear(_ word: String)
}

private final class Listener: Ear {
  let name: String
  let journal: Journal
  let reaction = Guarded<(@Sendable () -> Void)?>(nil)

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func hear(_ word: String) {
    journal.write("\(name) hears \(word)")
    reaction.withLock { $0 }?()
  }
}

private struct Stone: Ear {
  func hear(_ word: String) {}
}

/// A subscriber that says goodbye when it goes, as many an object does.
private final class Polite: Ear {
  private let ears: Multicast<any Ear>
  init(_ ears: Multicast<any Ear>) { self.ears = ears }
  deinit { ears.remove(self) }
  func hear(_ word: String) {}
}

@Suite struct MulticastTests {
  private let ears = Multicast<any Ear>()
  private let journal = Journal()

  private func listeners(_ names: String...) -> [Listener] {
    let listeners = names.map { Listener($0, journal) }
    for listener in listeners { ears.add(listener) }
    return listeners
  }

  private func heard(_ word: String) -> [String] {
    ears.call { $0.hear(word) }
    return journal.take()
  }

  @Test func `subscribers are called in the order in which they subscribed, each once`() {
    let all = listeners("b", "a", "c")
    defer { withExtendedLifetime(all) {} }
    ears.add(all[0])
    #expect(heard("hi") == ["b hears hi", "a hears hi", "c hears hi"])
  }

  @Test func `a removed subscriber is not called, and is last when it is added again`() {
    let all = listeners("a", "b")
    defer { withExtendedLifetime(all) {} }
    ears.remove(all[0])
    ears.remove(all[0])
    #expect(!ears.contains(all[0]))
    #expect(heard("hi") == ["b hears hi"])
    ears.add(all[0])
    #expect(ears.contains(all[0]))
    #expect(heard("hi") == ["b hears hi", "a hears hi"])
  }

  @Test func `a deallocated subscriber is not called`() {
    let a = listeners("a")
    do { _ = listeners("b") }
    #expect(heard("hi") == ["a hears hi"])
    withExtendedLifetime(a) {}
  }

  @Test func `a subscriber that is added during a call is called from the next call on`() {
    let all = listeners("a", "b")
    defer { withExtendedLifetime(all) {} }
    let late = Listener("late", journal)
    all[0].reaction.withLock {
      $0 = { [ears] in
        ears.add(late)
        ears.remove(all[1])
        ears.add(all[1])
      }
    }
    #expect(heard("hi") == ["a hears hi"])
    all[0].reaction.withLock { $0 = nil }
    #expect(heard("ho") == ["a hears ho", "late hears ho", "b hears ho"])
  }

  @Test func `threads can add, call and remove subscribers at the same time`() {
    let steady = listeners("steady")
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<200 {
        let own = Listener("own \(thread)", journal)
        ears.add(own)
        ears.call { $0.hear("") }
        ears.remove(own)
      }
    }
    let heard = journal.take()
    #expect(heard.count { $0.hasPrefix("steady") } == 8 * 200)
    for thread in 0..<8 { #expect(heard.count { $0 == "own \(thread) hears " } >= 200) }
    #expect(self.heard("hi") == ["steady hears hi"])
    withExtendedLifetime(steady) {}
  }

  @Test(.timeLimit(.minutes(15)))
  func `a subscriber can remove itself in its deinitializer on any thread`() {
    onThreads(4) { [ears] _ in
      for _ in 0..<(Soak.isOn ? 20_000 : 2_000) { ears.add(Polite(ears)) }
    }
    #expect(!ears.contains(Listener("stranger", journal)))
  }

  @Test func `a subscriber that is not an object stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Multicast<any Ear>().add(Stone())
    }
    #expect(
      sentence(result).contains(
        "A Multicast cannot hold a Stone weakly: only objects can subscribe, so make it a class."))
  }

  @Test func `Subscriptions.cancelAll cancels the subscriptions that it keeps`() throws {
    let journal = Journal()
    let (a, b) = (counter("a"), counter("b"))
    let dispatcher = try dispatcher(a, b)
    let kept = Subscriptions()
    for store in [a, b] { kept.keep(store.observe { journal.write("\(store.name) \($0)") }) }
    dispatcher.dispatch(Add())
    kept.cancelAll()
    dispatcher.dispatch(Add())
    #expect(journal.entries == ["a 0", "b 0", "a 1", "b 1"])
    kept.keep(a.observe { journal.write("again \($0)") })
    #expect(journal.entries.last == "again 2")
  }
}
