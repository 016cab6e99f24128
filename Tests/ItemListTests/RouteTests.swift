import SampleSupport
import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

/// A root without any view: the steps that its presenter wants.
private final class RootProbe: RootView {
  private let state = Locked((stack: [Route](), steps: [NavigationStep]()))

  var stack: [Route] { state.withLock { $0.stack } }

  var steps: [NavigationStep] { state.withLock { $0.steps } }

  func navigate(_ step: NavigationStep) {
    state.withLock { state in
      state.steps.append(step)
      switch step {
      case .swap(let stack): state.stack = stack
      case .pop: state.stack.removeLast()
      case .push(let route): state.stack.append(route)
      }
    }
  }
}

@MainActor @Suite struct `The root presenter` {
  @Test
  func `the password list's RootPresenter turns route changes into navigation steps`()
    throws
  {
    let device = Device()
    let core = try ItemListCore(inputs: .seeded(), system: device.system)
    let root = RootProbe()
    let presenter = RootPresenter(core)
    presenter.attach(to: root)
    let id = LoginItem.examples[0].id
    let actions: [any Action] = [
      Unlock(code: ""), Unlocked(), OpenItem(id: id), GoBack(), OpenSettings(),
    ]
    for action in actions {
      core.dispatcher.dispatch(action)
    }
    presenter.onLock()
    #expect(
      root.steps == [
        .swap([.welcome]), .swap([.list]), .push(.detail(id)), .pop, .push(.settings),
        .swap([.locked]),
      ])
    #expect(root.stack == core.routes.state.stack)
  }
}

@MainActor @Suite struct `The route store` {

  @Test
  func `the password list closes an open login when it is deleted, but not when another one is`()
    throws
  {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1")
    session.app.dispatcher.dispatch(DeleteItem(id: LoginItem.examples[0].id))
    #expect(session.core.routes.state.stack.count == 2)
    session.app.dispatcher.dispatch(DeleteItem(id: LoginItem.examples[5].id))
    #expect(session.core.routes.state.stack == [.list])
  }
}
