package import Foundation
package import PlayheadFlux

/// A place in the app.
package enum Route: Codable, Sendable, Hashable {
  /// The first page.
  case welcome
  /// The page of the locked app.
  case locked
  /// The list of logins.
  case list
  /// The page of one login.
  case detail(UUID)
  /// The settings.
  case settings
}

/// The current place in the app.
package struct Routes: Codable, Sendable, Equatable {
  /// The navigation stack, from the bottom; never empty.
  package internal(set) var stack: [Route] = [.welcome]

  /// The first page.
  package init() {}

  /// Whether the list is shown, and not the login page.
  var isInside: Bool { stack.first == .list }
}

/// The current place in the app.
package typealias RouteStore = Store<Routes>

extension RouteStore {
  /// A store that starts at the welcome page. It comes after the stores that know whether a place is allowed.
  package static func routes(after lock: LockStore, _ items: ItemStore) -> RouteStore {
    let store = RouteStore("routes", Routes(), after: [lock, items])
    store.swapStacks(with: lock)
    store.moveInside(items)
    return store
  }

  private func swapStacks(with lock: LockStore) {
    on(Unlocked.self) { routes, _, context in
      guard lock.state.phase == .unlocked, !routes.isInside else {
        return context.leaveUnchanged()
      }
      routes.stack = [.list]
    }
    on(Lock.self) { routes, _, context in
      guard routes.isInside else { return context.leaveUnchanged() }
      routes.stack = [.locked]
    }
  }

  private func moveInside(_ items: ItemStore) {
    on(OpenItem.self) { routes, action, context in
      routes.push(.detail(action.id), if: items.state[action.id] != nil, context)
    }
    on(OpenSettings.self) { routes, _, context in routes.push(.settings, if: true, context) }
    on(GoBack.self) { routes, _, context in
      guard routes.stack.count > 1 else { return context.leaveUnchanged() }
      routes.stack.removeLast()
    }
    on(DeleteItem.self) { routes, action, context in
      guard let index = routes.stack.firstIndex(of: .detail(action.id)) else {
        return context.leaveUnchanged()
      }
      routes.stack.removeSubrange(index...)
    }
    on(UseStorage.self) { routes, _, context in
      // Another storage has other items, so no open item is among them.
      let kept = routes.stack.filter { !$0.isDetail }
      if kept == routes.stack { return context.leaveUnchanged() }
      routes.stack = kept
    }
  }
}

extension Routes {
  /// Opens another place from the list.
  fileprivate mutating func push(_ route: Route, if isThere: Bool, _ context: Context) {
    guard isThere, stack == [.list] else { return context.leaveUnchanged() }
    stack.append(route)
  }
}

extension Route {
  fileprivate var isDetail: Bool {
    guard case .detail = self else { return false }
    return true
  }
}
