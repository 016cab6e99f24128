package import Foundation
import PlayheadFlux

/// What the way in shows.
package struct LoginViewModel: Sendable, Equatable {
  /// Whether this is the first time.
  package let isWelcome: Bool
  /// Whether a code is being checked.
  package let isChecking: Bool
  /// Wrong codes since the last right one.
  package let failures: Int
  /// When codes are checked again, after too many wrong ones.
  package let blockedUntil: Date?

  /// What `lock` comes to at `route`.
  package init(_ lock: LockState, at route: Route) {
    isWelcome = route == .welcome
    isChecking = lock.phase == .checking
    failures = lock.failures
    blockedUntil = lock.blockedUntil
  }
}

/// A view that lets somebody in.
package protocol LoginView: AnyObject, Sendable {
  /// Shows how far the way in has led.
  func show(_ model: LoginViewModel)
}

/// Takes codes from a view, and tells it what came of them.
package final class LoginPresenter: Sendable {
  private let core: ItemListCore
  private let route: Route

  /// A presenter for the welcome or the locked app.
  package init(_ core: ItemListCore, at route: Route) {
    self.core = core
    self.route = route
  }

  /// Keeps `view` up to date, which it holds weakly, for as long as both live.
  package func attach(to view: any LoginView) {
    core.lock.observe(with: self) { [weak view] presenter, lock in
      view?.show(LoginViewModel(lock, at: presenter.route))
    }
  }

  /// Somebody has said a code.
  package func onCode(_ code: String) { core.dispatcher.dispatch(Unlock(code: code)) }
}
