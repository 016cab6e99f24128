package import Foundation
import PlayheadFlux

/// The content of the login page.
package struct LoginViewModel: Sendable, Equatable {
  /// Whether this is the first login.
  package let isWelcome: Bool
  /// Whether a code is being checked.
  package let isChecking: Bool
  /// The number of wrong codes since the last right one.
  package let failures: Int
  /// When codes are checked again after too many wrong ones.
  package let blockedUntil: Date?

  /// The page for `lock` at `route`.
  package init(_ lock: LockState, at route: Route) {
    isWelcome = route == .welcome
    isChecking = lock.phase == .checking
    failures = lock.failures
    blockedUntil = lock.blockedUntil
  }
}

/// A view for logging in.
package protocol LoginView: AnyObject, Sendable {
  /// Shows the state of the login.
  func show(_ model: LoginViewModel)
}

/// Takes codes from a view, and shows it the results.
package final class LoginPresenter: Sendable {
  private let core: ItemListCore
  private let route: Route

  /// A presenter for the welcome page or the locked app.
  package init(_ core: ItemListCore, at route: Route) {
    self.core = core
    self.route = route
  }

  /// Keeps `view` up to date while the view and the presenter live. References the view weakly.
  package func attach(to view: any LoginView) {
    core.lock.observe(with: self) { [weak view] presenter, lock in
      view?.show(LoginViewModel(lock, at: presenter.route))
    }
  }

  /// A user entered a code.
  package func onCode(_ code: String) { core.dispatcher.dispatch(Unlock(code: code)) }
}
