import PlayheadFlux

/// The view that contains all others and is never visible itself.
package protocol RootView: AnyObject, Sendable {
  /// The places in the view, from the bottom.
  var stack: [Route] { get }

  /// Changes the stack.
  func navigate(_ step: NavigationStep)
}

/// Changes the view's stack as the route store says. Knows nothing about the content of views.
package final class RootPresenter: Sendable {
  private let core: ItemListCore

  /// A presenter for the root.
  package init(_ core: ItemListCore) { self.core = core }

  /// Keeps the stack of `view` like the route store's. References the view weakly.
  package func attach(to view: any RootView) {
    core.routes.observe(\.stack, with: self) { [weak view] _, stack in
      guard let view else { return }
      for step in NavigationStep.steps(from: view.stack, to: stack) { view.navigate(step) }
    }
  }

  /// The user goes back.
  package func onBackButton() { core.dispatcher.dispatch(GoBack()) }

  /// The user leaves, or the device goes to sleep.
  package func onLock() { core.dispatcher.dispatch(Lock()) }
}
