package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// A running app whose session is served: what a client can do to it, besides asking.
package protocol DebuggedApp: AnyObject, Sendable {
  /// How a replay makes the app's stores.
  var entry: AppEntry { get }

  /// The app's position. Waits for nothing, and is asked for often.
  var position: AppPosition { get }

  /// Does what a client asks for, and returns the app's position then. May wait for the app. Throws errors whose sentences
  /// are for people.
  func perform(_ command: AppCommand) throws -> AppPosition
}

/// What a client does to a running app.
package enum AppCommand: Hashable, Sendable {
  /// Shows the state after a step.
  case travel(to: Step)
  /// Handles actions again, from the state that the app had before it traveled, or from the one that it shows.
  case resume(from: Origin)
  /// Gives the app an action.
  case dispatch(type: String, payload: Value)
  /// Refuses actions, and handles them again.
  case lock, unlock
  /// Adds a note to the log.
  case mark(String)
  /// Gives the app the last state, or the actions, of the log at a path.
  case load(path: String, Loading)

  package enum Origin: String, Codable, Sendable { case now, here }
  package enum Loading: String, Codable, Sendable { case state, actions }
}

/// Where a running app is in its session.
package struct AppPosition: Codable, Hashable, Sendable {
  package enum Position: String, Codable, Sendable {
    case live
    /// The app shows its newest state and refuses actions.
    case locked
    /// The app shows the state after ``AppPosition/step`` and refuses actions.
    case traveling
  }

  package var position = Position.live
  /// The step that the app shows while it travels.
  package var step: UInt64?
  /// How many actions were refused since the app began.
  package var refused: UInt64 = 0
  /// The stores that keep their newest state while the app travels, because there was none at the step.
  package var keeping: [String] = []
  /// Whether the app takes actions from clients at all.
  package var canDispatch = true

  package init() {}
}

extension AppCommand {
  /// The commands by the names under which clients send them.
  enum Name: String, CaseIterable {
    case travel, resume, dispatch, lock, unlock, mark, load
  }

  /// The command of a request's body.
  init(_ name: Name, ofJSON body: [UInt8]) throws {
    switch name {
    case .travel: self = .travel(to: Step(try value(Travel.self, ofJSON: body).step))
    case .resume: self = .resume(from: try value(Resume.self, ofJSON: body).from)
    case .dispatch:
      // The payload is any JSON, which the app's type reads.
      guard let whole = Value(json: String(decoding: body, as: UTF8.self)) else {
        throw QuestionError.notJSON
      }
      let type = try value(Dispatch.self, ofJSON: body).type
      self = .dispatch(type: type, payload: whole.value(at: Self.payload) ?? .record([]))
    case .lock: self = .lock
    case .unlock: self = .unlock
    case .mark: self = .mark(try value(Mark.self, ofJSON: body).text)
    case .load:
      let load = try value(Load.self, ofJSON: body)
      self = .load(path: load.log, load.as)
    }
  }

  private static let payload = StatePath([.field("payload")])

  private struct Travel: Decodable { var step: UInt64 }
  private struct Resume: Decodable { var from: Origin }
  private struct Dispatch: Decodable { var type: String }
  private struct Mark: Decodable { var text: String }
  private struct Load: Decodable {
    var log: String
    var `as`: Loading
  }
}
