extension Store {
  /// Calls `body` at once with the current state, and then after each action that changed it, for as
  /// long as `owner` lives.
  ///
  /// The owner is held weakly: when it is gone, so is its observation, without a token to keep; what
  /// `body` holds besides goes with the next change. See ``observe(_:)`` for when and where it runs.
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, _ body: @escaping @Sendable (Owner, State) -> Void
  ) {
    observe({ $0 }, isNews: { _, _ in true }, with: owner, body)
  }

  /// Calls `body` at once with a part of the state, and then whenever the part is another than
  /// before.
  ///
  /// ```swift
  /// let enabling = filters.observe(\.isFiltering) { clearButton.isEnabled = $0 }
  /// ```
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, _ body: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    let last = Guarded<Part?>(nil)
    return observe { state in
      let now = part(state)
      if last.replace(now) != now { body(now) }
    }
  }

  /// Calls `body` at once with a part of the state, and then whenever the part is another than
  /// before, for as long as `owner` lives.
  public func observe<Part: Equatable & Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, with owner: Owner,
    _ body: @escaping @Sendable (Owner, Part) -> Void
  ) {
    observe(part, isNews: { $0 != $1 }, with: owner, body)
  }

  private func observe<Part: Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    isNews: @escaping @Sendable (Part?, Part) -> Bool, with owner: Owner,
    _ body: @escaping @Sendable (Owner, Part) -> Void
  ) {
    let last = Guarded<Part?>(nil)
    let life = Lifeline()
    life.keep(
      observe { [weak owner] state in
        guard let owner else { return life.end() }
        let now = part(state)
        if isNews(last.replace(now), now) { body(owner, now) }
      })
  }
}
