import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

/// An app whose types have changed since logs were recorded with it.
struct Library: ReplayDetails {
  static let appName = "library"

  struct Borrow: Action {
    static let actionName = "Borrow"
    static let actionVersion = 2
    var title: String
    var weeks: Int
  }

  struct GiveBack: Action {
    static let actionName = "GiveBack"
    var title: String
  }

  struct Fine: Action {
    static let actionName = "Fine"
    var reader: String
    var cents: Int
  }

  struct Extend: Action {
    static let actionName = "Extend"
    static let actionVersion = 2
    var title: String
  }

  struct Loans: Codable, Sendable {
    var weeks: [String: Int] = [:]
    var cents = 0
  }

  static var upgrades: [Upgrade] {
    [
      Upgrade(from: Before.Borrow.self) { Borrow(title: $0.title, weeks: $0.days / 7) },
      .renamed("Return", to: GiveBack.self),
      .dropped("Greet"),
    ]
  }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("loans", Loans())
        .on(Borrow.self) { loans, action in loans.weeks[action.title] = action.weeks }
        .on(GiveBack.self) { loans, action in loans.weeks[action.title] = nil }
        .on(Fine.self) { loans, action in loans.cents += action.cents }
        .on(Extend.self) { loans, action in loans.weeks[action.title, default: 0] += 1 })
  }

  /// As it was: days instead of weeks, euros instead of cents.
  enum Before {
    struct Borrow: Action {
      static let actionName = "Borrow"
      var title: String
      var days: Int
    }

    struct Return: Action {
      static let actionName = "Return"
      var title: String
    }

    struct Fine: Action {
      static let actionName = "Fine"
      var reader: String
      var euros: String
    }

    struct Extend: Action {
      static let actionName = "Extend"
      var title: String
    }

    struct Greet: Action { static let actionName = "Greet" }

    /// Records a day at the library; with fines, steps 3 and 5 are such, and a loan may be extended.
    static func record(to path: String, fines: Bool = false, extends: Bool = false) throws {
      let dispatcher = Dispatcher(inputs: .seeded())
      try dispatcher.register(
        Store("loans", Loans())
          .on(Borrow.self) { loans, action in loans.weeks[action.title] = action.days / 7 }
          .on(Return.self) { loans, action in loans.weeks[action.title] = nil }
          .on(Greet.self) { loans, _ in loans.cents += 0 }
          .on(Extend.self) { loans, action in loans.weeks[action.title, default: 0] += 1 }
          .on(Fine.self) { loans, _ in loans.cents += 100 })
      let clock = ManualClock()
      clock.set(wall: 1_700_000_000_000_000_000)
      let session = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, fines ? 1 : 0))
      let recorder = try dispatcher.record(to: path, app: appName, session: session, clock: clock)
      dispatcher.dispatch(Greet())
      dispatcher.dispatch(Borrow(title: "Emma", days: 28))
      if fines { dispatcher.dispatch(Fine(reader: "secret reader", euros: "12.50")) }
      dispatcher.dispatch(Borrow(title: "Ulysses", days: 14))
      if fines { dispatcher.dispatch(Fine(reader: "secret reader", euros: "1")) }
      if extends { dispatcher.dispatch(Extend(title: "Emma")) }
      dispatcher.dispatch(Return(title: "Emma"))
      try recorder.close()
    }
  }
}
