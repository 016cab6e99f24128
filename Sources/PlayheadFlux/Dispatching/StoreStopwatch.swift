/// Tells how long each store takes to handle an action, without the time of those that it waits for.
final class StoreStopwatch {
  private let report: (any AnyStore, Duration) -> Void
  /// How long those took that the handler which runs now has waited for.
  private var waited = Duration.zero

  init(_ report: @escaping (any AnyStore, Duration) -> Void) {
    self.report = report
  }

  /// Does `body`, in which `store` handles an action.
  func time<Result>(_ store: any AnyStore, _ body: () -> Result) -> Result {
    let outside = waited
    waited = .zero
    let start = ContinuousClock.now
    let result = body()
    let taken = start.duration(to: .now)
    report(store, taken - waited)
    waited = outside + taken
    return result
  }
}

extension Dispatcher {
  /// Tells `report`, from the next action on, how long each store took to handle it, without the time of those
  /// that it waits for; nil ends that. Costs two looks at the clock for each store.
  package func timeStores(_ report: ((any AnyStore, Duration) -> Void)?) {
    alone { $0.round.stopwatch = report.map(StoreStopwatch.init) }
  }
}
