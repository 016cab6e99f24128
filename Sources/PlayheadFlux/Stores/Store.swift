public import Observation
import Synchronization

/// A part of an app's state, and how it reacts to actions.
///
/// ```swift
/// let cart = Store("cart", Cart())
///   .on(AddItem.self) { cart, action in cart.items[action.sku, default: 0] += action.quantity }
/// ```
///
/// Its state is read from any thread and written only while its dispatcher handles an action.
/// Handlers change it in place: as long as nobody keeps a copy, its arrays and dictionaries are
/// not copied.
public final class Store<State: Codable & Sendable>: AnyStore, Observable, @unchecked Sendable {
  /// What logs and errors call it.
  public let name: String

  // `lock` guards these three. It is held while a handler runs.
  let lock = Lock()
  private var current: State
  private var reducer: Reducer<State>
  private var runsAfter: [any AnyStore]

  let sealed = Atomic(false)
  let listeners = Listeners<State>()
  let registrar = ObservationRegistrar()

  /// A store that starts with `initial`.
  ///
  /// - Parameters:
  ///   - name: What logs call it; unique in its dispatcher.
  ///   - initial: Its state before the first action.
  ///   - dependencies: Stores that handle each action before it does, so that its handlers may
  ///     read their new states.
  public init(_ name: String, _ initial: State, after dependencies: [any AnyStore] = []) {
    self.name = name
    current = initial
    reducer = Reducer()
    runsAfter = dependencies
  }

  /// A store that starts with `initial` and reacts as `reducer` says.
  public convenience init(
    _ name: String, _ initial: State, reducer: Reducer<State>,
    after dependencies: [any AnyStore] = []
  ) {
    self.init(name, initial, after: dependencies)
    add(reducer)
  }

  /// A copy of the state; Swift's `Observation` tracks it.
  ///
  /// From another thread than the one that handles actions it waits for at most one handler. A
  /// handler of this very store may not use it: its state is the handler's first parameter.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return untracked
  }

  /// The stores that handle each action before this one.
  public var dependencies: [any AnyStore] { exclusively { runsAfter } }

  /// Makes this store handle each action after `stores` did: for stores that cannot name each
  /// other when they are made.
  @discardableResult public func run(after stores: any AnyStore...) -> Self {
    requireOpen()
    exclusively { runsAfter += stores }
    return self
  }

  var untracked: State { exclusively { current } }

  func replace(_ state: State) { exclusively { current = state } }

  var rules: Reducer<State> { exclusively { reducer } }

  func add(_ more: Reducer<State>) {
    requireOpen()
    exclusively { reducer = reducer.then(more) }
  }

  /// Runs `bodies` on the state, in place; `true` unless each said that it changed nothing.
  func handle(
    _ action: any Action, _ context: Context,
    with bodies: [@Sendable (inout State, any Action, Context) -> Void]
  ) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    var changed = false
    for body in bodies {
      context.frame.leftUnchanged = false
      body(&current, action, context)
      changed = changed || !context.frame.leftUnchanged
    }
    return changed
  }

  private func requireOpen() {
    if isSealed { Misuse.handlerAfterRegistration(store: name).stop() }
  }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    if lock.isMine { Misuse.readsItselfWhileHandling(store: name).stop() }
    return lock.withLock(body)
  }
}
