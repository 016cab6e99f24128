import Foundation
import PlayheadFlux
import PlayheadRecorder

/// A guest list, for questions about the elements of a long list.
struct Guests: ReplayableApp {
  static let appName = "guests"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let guests = Store("guests", [Guest]())
    guests.on(Invite.self) { guests, action in
      guests.insert(Guest(name: action.name), at: min(action.place, guests.count))
    }
    guests.on(Answer.self) { guests, action in
      if guests.indices.contains(action.place) { guests[action.place].isComing = action.isComing }
    }
    try dispatcher.register(guests)
  }

  /// Records a session that invites `count` guests, each at some place, of whom most answer, some twice.
  static func record(_ count: Int, to path: String) throws {
    let guests = try Guests(inputs: .live)
    let recorder = try guests.dispatcher.record(to: path, app: appName)
    var chance = SeededGenerator()
    for number in 0..<count {
      let place = Int.random(in: 0...number, using: &chance)
      guests.dispatcher.dispatch(Invite(name: "guest \(number)", place: place))
      guests.dispatcher.dispatch(
        Answer(
          place: Int.random(in: 0...number, using: &chance),
          isComing: Bool.random(using: &chance)))
    }
    try recorder.close()
  }
}

/// A guest, and whether they come.
struct Guest: Codable, Sendable {
  var name: String
  var isComing: Bool?
}

/// Puts a guest on the list.
struct Invite: Action {
  var name: String
  var place: Int
}

/// A guest's answer.
struct Answer: Action {
  var place: Int
  var isComing: Bool
}
