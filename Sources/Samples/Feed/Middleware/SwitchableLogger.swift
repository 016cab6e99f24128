import PlayheadFlux
import SampleSupport
import Synchronization

/// An `ActionLogger` that is silent until ``SetLogging`` switches it on.
final class SwitchableLogger: Middleware {
  private let logger: ActionLogger
  private let isOn = Atomic(false)

  init(to print: @escaping @Sendable (String) -> Void) { logger = ActionLogger(to: print) }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    if let action = action as? SetLogging {
      isOn.store(action.isOn, ordering: .releasing)
    } else if isOn.load(ordering: .acquiring) {
      logger.handle(action, dispatcher: dispatcher, next: next)
    } else {
      next(action)
    }
  }
}
