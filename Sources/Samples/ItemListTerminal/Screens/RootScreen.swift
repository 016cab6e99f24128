import SampleSupport
package import ItemList

/// Contains all other views, and is never visible itself.
package final class RootScreen: RootView {
  private struct Level {
    let route: Route
    let screen: any Screen
  }

  /// Takes the user's input. Lives as long as the screen.
  package let presenter: RootPresenter
  private let core: ItemListCore
  private let levels = Locked<[Level]>([])

  /// A root with the views of the route store's places.
  package init(_ core: ItemListCore) {
    self.core = core
    presenter = RootPresenter(core)
    presenter.attach(to: self)
  }

  /// The places in the view, from the bottom.
  package var stack: [Route] { levels.withLock { $0.map(\.route) } }

  /// The visible view; `nil` only before the first.
  package var top: (any Screen)? { levels.withLock { $0.last?.screen } }

  /// Adds views to the stack, or removes some.
  package func navigate(_ step: NavigationStep) {
    switch step {
    case .swap(let stack): _ = exchange(all: stack.map(level))
    case .push(let route):
      let level = level(route)
      levels.withLock { $0.append(level) }
    case .pop:
      // Returned, so that the view is released after the lock: it may release others too.
      _ = levels.withLock { $0.popLast() }
    }
  }

  private func exchange(all new: [Level]) -> [Level] {
    levels.withLock { levels in
      defer { levels = new }
      return levels
    }
  }

  private func level(_ route: Route) -> Level { Level(route: route, screen: screen(for: route)) }

  private func screen(for route: Route) -> any Screen {
    switch route {
    case .welcome, .locked: LoginScreen(LoginPresenter(core, at: route))
    case .list: ListScreen(ItemListPresenter(core))
    case .detail(let id): DetailScreen(ItemDetailPresenter(core, of: id))
    case .settings: SettingsScreen(SettingsPresenter(core))
    }
  }
}
