import PlayheadFlux

/// The view that contains all others and is never seen itself.
package protocol RootView: AnyObject, Sendable {
  /// The places that it contains, the lowest first.
  var stack: [Route] { get }

  /// Puts other places into the stack, or takes some out.
  func navigate(_ step: NavigationStep)
}

/// Moves the views about as the route store says. It knows no view's contents.
package final class RootPresenter: Sendable {
  private let core: ItemListCore

  /// A presenter for the root.
  package init(_ core: ItemListCore) { self.core = core }

  /// Keeps the stack of `view`, which it holds weakly, like the route store's.
  package func attach(to view: any RootView) {
    core.routes.observe(\.stack, with: self) { [weak view] _, stack in
      guard let view else { return }
      for step in NavigationStep.steps(from: view.stack, to: stack) { view.navigate(step) }
    }
  }

  /// A person goes back to what is beneath.
  package func onBackButton() { core.dispatcher.dispatch(GoBack()) }

  /// A person leaves, or the device goes to sleep.
  package func onLock() { core.dispatcher.dispatch(Lock()) }
}
