import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

/// An app with every kind of handler and of action, and what it was before.
struct Shelf: ReplayDetails {
  static let appName = "shelf"

  struct Put: Action {
    static let actionName = "Put"
    static let actionVersion = 2
    var book: Book
    var place: Int?
  }

  struct Book: Codable, Sendable {
    enum Cover: String, Codable, CaseIterable { case hard, soft }
    var title: String
    var cover: Cover
  }

  struct Lend: Action {
    static let actionName = "Lend"
    var title: String
    var to: Reader
  }

  enum Reader: Codable, Sendable {
    case child
    case member(Int)
  }

  struct Dust: Action { static let actionName = "Dust" }
  struct Print: Action { static let actionName = "Print" }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("books", 0).on(Put.self) { count, _ in count += 1 }
        .on(Lend.self) { count, _ in count -= 1 },
      Store("journal", 0).onAny { count, _, _ in count += 1 }.on(Dust.self) { _, _ in })
  }

  static var otherActionTypes: [any Action.Type] { [Print.self] }

  /// As it was: books could be burnt, and dust changed nothing.
  enum Before {
    struct Put: Action {
      static let actionName = "Put"
      var title: String
      var place: Int?
    }

    struct Burn: Action { static let actionName = "Burn" }

    struct Dust: Action { static let actionName = "Dust" }

    static func record(to path: String) throws {
      let books = Store("books", 0)
        .on(Put.self) { count, _ in count += 1 }
        .on(Burn.self) { count, _, context in
          if count == 0 { context.leaveUnchanged() } else { count -= 1 }
        }
        .on(Dust.self) { _, _, context in context.leaveUnchanged() }
      let dispatcher = Dispatcher(inputs: .seeded())
      try dispatcher.register(books)
      let clock = ManualClock()
      let recorder = try dispatcher.record(
        to: path, app: appName, clock: clock, options: .exact)
      func send(_ action: some Action, cause: Turn? = nil) -> Turn {
        dispatcher.dispatch(action, cause: cause)
        return dispatcher.lastTurn
      }
      let first = send(Put(title: "Emma", place: 3))
      _ = send(Dust(), cause: first)
      let second = send(Put(title: "Ulysses"), cause: first)
      recorder.pause()
      let missing = send(Put(title: "Dubliners"))
      recorder.resume()
      _ = send(Burn(), cause: second)
      _ = send(Burn(), cause: missing)
      _ = send(Burn())
      _ = send(Burn())
      try recorder.close()
    }
  }
}
