/// The rules of the runtime that only a programmer can break: each stops the program, in release
/// builds too, with one sentence that says the rule.
enum Misuse {
  case dispatchInStrictMode(action: String)
  case readsItselfWhileHandling(store: String)
  case handlerAfterRegistration(store: String)
  case subscriberIsNoObject(type: String)
  case contextOutlivedItsAction
  case nextOutlivedItsAction
  case applyWhileHandling

  func stop() -> Never { fatalError(sentence) }

  var sentence: String {
    switch self {
    case .dispatchInStrictMode(let action):
      "Cannot dispatch '\(action)' while another action is being handled: this dispatcher is "
        + "strict; dispatch it afterwards, or make the dispatcher with 'reentrancy: .queued'."
    case .readsItselfWhileHandling(let store):
      "A handler of store '\(store)' used the store itself: while an action is being handled, its "
        + "state is the handler's first parameter."
    case .handlerAfterRegistration(let store):
      "Store '\(store)' is registered already: add its handlers and dependencies before "
        + "registering it."
    case .subscriberIsNoObject(let type):
      "A Multicast cannot hold a \(type) weakly: only objects can subscribe, so make it a class."
    case .contextOutlivedItsAction:
      "A Context was used after its handler had returned: take dates, UUIDs and random numbers "
        + "while the action is being handled."
    case .nextOutlivedItsAction:
      "A middleware called 'next' after it had returned: to send an action later, dispatch it."
    case .applyWhileHandling:
      "Cannot apply an action while another is being handled: replay from outside of handlers, "
        + "observers and taps."
    }
  }
}
