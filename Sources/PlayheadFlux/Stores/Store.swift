public import Observation

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
public final class Store<State: Codable & Sendable>: Observable, @unchecked Sendable {
  /// What logs and errors call it.
  public let name: String

  /// What is said before the store is registered.
  struct Setup {
    var reducer: Reducer<State>
    var runsAfter: [any AnyStore]
    var gates: [Gate] = []
    var settle: (@Sendable () -> Void)?
  }

  private let setup: Guarded<Setup>

  // Guards `current`; held while a handler runs.
  private let lock = Lock()
  // Behind a pointer, so that changing it costs no dynamic exclusivity check (15 ns); the lock keeps accesses apart.
  private let current: UnsafeMutablePointer<State>

  /// The dispatcher that it belongs to.
  struct Membership {
    /// Kept, so that no later dispatcher can be taken for this one.
    let dispatchLock: Lock
    weak var dispatcher: Dispatcher?
  }

  /// Nil until it is registered for the first time.
  let membership = Guarded<Membership?>(nil)
  let observers = Observers<ObserverQueue<State>>()
  let jointObservers = Observers<JointObserver>()
  let registrar = ObservationRegistrar()
  // Kept, because Swift makes a generic type's key path at each mention, which takes 1 µs.
  let statePath: KeyPath<Store<State>, State> = \Store<State>.state

  /// A store that starts with `initial`.
  ///
  /// - Parameters:
  ///   - name: What logs call it; unique in its dispatcher.
  ///   - initial: Its state before the first action.
  ///   - reducer: How it reacts to actions; `on` adds to it.
  ///   - dependencies: Stores that handle each action before it does, so that its handlers may
  ///     read their new states.
  public init(
    _ name: String, _ initial: State, reducer: Reducer<State> = Reducer(),
    after dependencies: [any AnyStore] = []
  ) {
    self.name = name
    current = .allocate(capacity: 1)
    current.initialize(to: initial)
    setup = Guarded(Setup(reducer: reducer, runsAfter: dependencies))
  }

  deinit {
    current.deinitialize(count: 1)
    current.deallocate()
  }

  /// A copy of the state; Swift's `Observation` tracks it.
  ///
  /// From another thread than the one that handles actions it waits for at most one handler, and
  /// those of the stores that this one waits for. A handler of this very store may not use it: its
  /// state is the handler's first parameter.
  public var state: State {
    registrar.access(self, keyPath: statePath)
    return untracked
  }

  // MARK: Handlers

  /// Takes actions of one type.
  ///
  /// A type may have several handlers; they run in the order in which they were added. An action
  /// counts as a change of this store unless its handlers say ``Context/leaveUnchanged()``.
  @discardableResult public func on<A: Action>(
    _ type: A.Type, file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Self {
    add(Reducer().on(type, file: file, line: line, handle))
    return self
  }

  /// Takes actions of one type, without the need for dates, UUIDs or random numbers.
  @discardableResult public func on<A: Action>(
    _ type: A.Type, file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (inout State, A) -> Void
  ) -> Self {
    on(type, file: file, line: line) { state, action, _ in handle(&state, action) }
  }

  /// Takes actions of several types by one handler, which each action reaches once.
  @discardableResult public func on(
    anyOf types: any Action.Type..., file: StaticString = #fileID, line: UInt = #line,
    handle: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Self {
    add(Reducer().on(types: types, SourcePlace(file, line), handle))
    return self
  }

  /// Takes every action; the handler calls ``Context/leaveUnchanged()`` for those that are not its
  /// own.
  @discardableResult public func onAny(
    file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Self {
    add(Reducer(handle, file: file, line: line))
    return self
  }

  // MARK: Set-up

  package var dependencies: [any AnyStore] { setup.withLock { $0.runsAfter } }

  /// Makes this store handle each action after `stores`, for stores that cannot name each other when they are made.
  @discardableResult package func run(after stores: any AnyStore...) -> Self {
    change { $0.runsAfter += stores }
    return self
  }

  /// What has to be open for the store to handle an action.
  var gates: [Gate] { setup.withLock { $0.gates } }

  /// Called after the state changed, on replay as well, with or without observers; set before the store is registered.
  package var settle: (@Sendable () -> Void)? {
    get { setup.withLock { $0.settle } }
    set { change { $0.settle = newValue } }
  }

  var rules: Reducer<State> { setup.withLock { $0.reducer } }

  private func add(_ more: Reducer<State>) {
    change { $0.reducer = $0.reducer.then(more) }
  }

  func change(_ body: (inout Setup) -> Void) {
    if membership.withLock({ $0 != nil }) { Misuse.handlerAfterRegistration(store: name).stop() }
    setup.withLock(body)
  }

  // MARK: The state

  package var untracked: State { exclusively { current.pointee } }

  /// What `body` makes of the state, which is not copied for it.
  package func read<Result>(_ body: (borrowing State) -> Result) -> Result {
    exclusively { body(current.pointee) }
  }

  func replace(_ state: State) { exclusively { current.pointee = state } }

  /// Runs `rule` on the state, in place; the result says whether it changed something.
  func handle(_ action: any Action, _ context: Context, with rule: Reducer<State>.Run) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return rule(&current.pointee, action, context)
  }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    if lock.isMine { Misuse.readWhileHandling(store: name).stop() }
    return lock.withLock(body)
  }
}
