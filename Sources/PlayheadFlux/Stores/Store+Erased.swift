import Observation

extension Store: ErasedStore {
  package var actionTypes: [any Action.Type] { rules.actionTypes }

  package func handlerPositions(for type: any Action.Type) -> [SourcePosition] {
    rules.places(for: type)
  }

  package func plugIn(gatedBy gate: @escaping Gate, after stores: [any AnyStore]) {
    change { setup in
      setup.gates.append(gate)
      setup.runsAfter += stores
    }
  }

  // MARK: Handling

  package func handler(of type: any Action.Type, at index: Int) -> StoreHandler? {
    guard let run = rules.run(for: type) else { return nil }
    return TypedStoreHandler(index: index, store: self, run: gated(run))
  }

  /// `run`, for as long as all gates are open; without gates `run` itself, at no cost.
  private func gated(_ run: @escaping Reducer<State>.Run) -> Reducer<State>.Run {
    let gates = gates
    guard !gates.isEmpty else { return run }
    return { state, action, context in
      for isOpen in gates where !isOpen() { return false }
      return run(&state, action, context)
    }
  }

  package func notifyObservers() {
    if !observers.isEmpty { observers.forEach { $0.notify() } }
    registrar.withMutation(of: self, keyPath: statePath) {}
  }

  package func notifyJointObservers(after pass: UInt64) {
    jointObservers.forEach { $0.notify(after: pass) }
  }

  // MARK: States

  package var anyState: any Codable & Sendable { untracked }

  package func decodeState(from decoder: any Decoder) throws -> any Codable & Sendable {
    try State(from: decoder)
  }

  package func replace(any state: any Codable & Sendable) throws {
    guard let state = state as? State else {
      throw StoreError.wrongState(
        store: name, expected: String(reflecting: State.self),
        found: String(reflecting: type(of: state)))
    }
    replace(state)
  }
}

private final class TypedStoreHandler<State: Codable & Sendable>: StoreHandler {
  private let own: Store<State>
  private let run: Reducer<State>.Run

  init(index: Int, store: Store<State>, run: @escaping Reducer<State>.Run) {
    own = store
    self.run = run
    super.init(index: index, store: store)
  }

  override func handle(_ action: any Action, _ context: Context) -> Bool {
    own.handle(action, context, with: run)
  }

  override func notifyObservers() -> Bool {
    own.notifyObservers()
    return !own.jointObservers.isEmpty
  }
}
