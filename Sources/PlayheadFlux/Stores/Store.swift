public import Observation

/// A part of an app's state, and how it reacts to actions.
///
/// ```swift
/// let cart = Store("cart", Cart())
///   .on(AddItem.self) { cart, action in cart.items[action.sku, default: 0] += action.quantity }
/// ```
///
/// You can read the state from any thread; it is written only while the dispatcher handles an action.
/// Handlers change it in place: without another copy of the state, its arrays and dictionaries are not
/// copied.
public final class Store<State: Codable & Sendable>: Observable, @unchecked Sendable {
  /// The store's name in logs and errors.
  public let name: String

  /// Everything that is set before the store is registered.
  struct Setup {
    var reducer: Reducer<State>
    var runsAfter: [any AnyStore]
    var gates: [Gate] = []
    var settle: (@Sendable () -> Void)?
  }

  private let setup: Guarded<Setup>

  // Guards `current`; held while a handler runs.
  private let lock = Lock()
  // Behind a pointer, to save a dynamic exclusivity check (15 ns) per change; the lock separates accesses.
  private let current: UnsafeMutablePointer<State>
  /// What a handler gets that reads its own store by mistake, which is changing: the first state, and from the
  /// second mistake on the state before the action. Guarded by `lock`.
  private var unchanging: State
  private var keepsUnchanging = false

  package let dispatchLock = Guarded<Lock?>(nil)
  let observers = Observers()
  let jointObservers = Observers()
  let registrar = ObservationRegistrar()
  // Kept, because Swift makes a generic type's key path at each use, which takes 1 µs.
  let statePath: KeyPath<Store<State>, State> = \Store<State>.state

  /// A store that starts with `initial`.
  ///
  /// - Parameters:
  ///   - name: The store's name in logs; unique in its dispatcher.
  ///   - initial: The state before the first action.
  ///   - reducer: How the store reacts to actions; `on` adds to it.
  ///   - dependencies: Stores that handle each action before this one, so that its handlers may read their
  ///     new states.
  public init(
    _ name: String, _ initial: State, reducer: Reducer<State> = Reducer(),
    after dependencies: [any AnyStore] = []
  ) {
    self.name = name
    current = .allocate(capacity: 1)
    current.initialize(to: initial)
    unchanging = initial
    setup = Guarded(Setup(reducer: reducer, runsAfter: dependencies))
  }

  deinit {
    current.deinitialize(count: 1)
    current.deallocate()
  }

  /// A copy of the state, tracked by Swift's `Observation`.
  ///
  /// On a thread other than the one that handles actions, reading waits for at most one handler and the
  /// handlers of stores that it waits for. This store's own handlers cannot use it: the state is their first
  /// parameter.
  public var state: State {
    registrar.access(self, keyPath: statePath)
    return untracked
  }

  // MARK: Handlers

  /// Adds a handler for actions of one type.
  ///
  /// Several handlers of one type run in the order in which you added them. An action counts as a change of
  /// this store unless its handlers call ``Context/leaveUnchanged()``.
  @discardableResult public func on<A: Action>(
    _ type: A.Type, file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Self {
    add(Reducer().on(type, file: file, line: line, handle))
    return self
  }

  /// Adds a handler for actions of one type that needs no dates, UUIDs or random numbers.
  @discardableResult public func on<A: Action>(
    _ type: A.Type, file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (inout State, A) -> Void
  ) -> Self {
    on(type, file: file, line: line) { state, action, _ in handle(&state, action) }
  }

  /// Adds one handler for several types of action. It is called once for each action.
  @discardableResult public func on(
    anyOf types: any Action.Type..., file: StaticString = #fileID, line: UInt = #line,
    handle: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Self {
    add(Reducer().on(types: types, SourcePosition(file, line), handle))
    return self
  }

  /// Adds a handler for every action. It calls ``Context/leaveUnchanged()`` for actions that it does not
  /// take.
  @discardableResult public func onAny(
    file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Self {
    add(Reducer(handle, file: file, line: line))
    return self
  }

  // MARK: Set-up

  package var dependencies: [any AnyStore] { setup.withLock { $0.runsAfter } }

  /// Makes this store handle each action after `stores`, which `init` cannot always name.
  @discardableResult package func run(after stores: any AnyStore...) -> Self {
    change { $0.runsAfter += stores }
    return self
  }

  /// The conditions for the store to handle an action.
  var gates: [Gate] { setup.withLock { $0.gates } }

  /// Called after each change of the state, also on replay. Set it before you register the store.
  package var settle: (@Sendable () -> Void)? {
    get { setup.withLock { $0.settle } }
    set { change { $0.settle = newValue } }
  }

  var rules: Reducer<State> { setup.withLock { $0.reducer } }

  private func add(_ more: Reducer<State>) {
    change { $0.reducer = $0.reducer.then(more) }
  }

  func change(_ body: (inout Setup) -> Void) {
    // Not added: a replay would have it from the first action on.
    if dispatchLock.withLock({ $0 != nil }) {
      return Misuse.handlerAfterRegistration(store: name).report()
    }
    setup.withLock(body)
  }

  // MARK: The state

  package var untracked: State {
    lock.isMine ? unchangingState() : lock.withLock { current.pointee }
  }

  /// Calls `body` with the state, without a copy.
  package func read<Result>(_ body: (borrowing State) -> Result) -> Result {
    lock.isMine ? body(unchangingState()) : lock.withLock { body(current.pointee) }
  }

  func replace(_ state: State) {
    if lock.isMine { return Misuse.readWhileHandling(store: name).report() }
    lock.withLock { current.pointee = state }
  }

  /// Runs `rule` on the state, in place. Returns whether that changed something.
  func handle(_ action: any Action, _ context: Context, with rule: Reducer<State>.Run) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if keepsUnchanging { unchanging = current.pointee }
    return rule(&current.pointee, action, context)
  }

  private func unchangingState() -> State {
    Misuse.readWhileHandling(store: name).report()
    keepsUnchanging = true
    return unchanging
  }
}
