import Foundation
public import PlayheadInspector
public import PlayheadLog
package import PlayheadReplay
public import PlayheadValues

/// A session as one HTML file for any browser, which needs neither Playhead nor a network.
///
/// ```swift
/// let page = try SessionPage(of: Inspector(url, of: Shop.self))
/// try page.html.write(to: target, atomically: true, encoding: .utf8)
/// ```
public struct SessionPage: Sendable {
  /// The parts of a session that a page shows.
  public struct Options: Sendable {
    /// The steps of the actions; nil for the last ``SessionPage/limit`` steps, or those up to the failure.
    public var steps: ClosedRange<Step>?
    /// The stores and fields to show; empty for all.
    public var paths: [StatePath] = []
    /// Why the page shows no states, in a sentence; nil to show them.
    public var noStates: String?
    /// The failure that the page shows first.
    public var failure: Failure?

    /// Shows a whole session, or the end of a long one.
    public init() {}
  }

  /// A step, and a place in its state, at which a session is wrong.
  public struct Failure: Codable, Sendable {
    /// The number of the step.
    public var step: UInt64
    /// What is wrong, in a sentence.
    public var text: String
    /// The path to the wrong value; empty for the whole state.
    public var path: String
    /// Values to show side by side, such as the expected and the actual one.
    public var values: [NamedValue] = []

    /// Creates a failure at a step, and at a path in its state.
    public init(at step: Step, _ text: String, path: StatePath? = nil) {
      (self.step, self.text, self.path) = (step.number, text, path?.description ?? "")
    }

    /// Creates a failure with two values side by side. A value can be missing (nil).
    public init(
      at step: Step, _ text: String, path: StatePath?, _ one: (name: String, value: Value?),
      _ other: (name: String, value: Value?)
    ) {
      self.init(at: step, text, path: path)
      values = [one, other].map { NamedValue(name: $0.name, json: $0.value?.json) }
    }
  }

  /// A value with a title.
  public struct NamedValue: Codable, Sendable {
    /// The title.
    public var name: String
    /// The value as JSON; nil if there is none.
    public var json: String?
  }

  /// The first bytes of every page.
  package static var beginning: [UInt8] { PageTemplate.beginning }

  /// The page as the client of a server, which answers its questions at the page's own address. `nonce` is a word that only
  /// this page and the policy in the server's header have.
  package static func client(nonce: String) -> String { PageTemplate.client(nonce: nonce) }

  /// Whether the file is a page of a session.
  package static func isPage(at path: String) -> Bool {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)),
      let start = try? file.read(upToCount: beginning.count)
    else { return false }
    return start.elementsEqual(beginning)
  }

  /// The number of steps on a page if you do not ask for others.
  public static let limit: UInt64 = 50_000

  /// The page's HTML.
  public let html: String
  /// The steps of the shown actions.
  public let steps: ClosedRange<Step>
  /// The number of shown actions.
  public let actionCount: Int
  /// What the page leaves out, in a sentence; nil if it has the whole session.
  public let omission: String?
  /// The traps of stores, each in a sentence. The page has no states from there to the next state in the log.
  public let traps: [String]
  /// The same, each with the type of its action; nil if the type is unknown.
  package let crashes: [(KnownCrash, ActionType?)]

  /// Asks `inspector` for the contents of the page. Costs a replay of the steps, and memory for the page.
  public init(of inspector: Inspector, _ options: Options = Options()) throws {
    var builder = try PageBuilder(inspector, options)
    try builder.addActions()
    try builder.addStates()
    builder.countActions()
    (steps, actionCount) = (builder.steps, builder.actionCount)
    (omission, traps) = (builder.meta.leftOut?.text, builder.traps)
    crashes = builder.crashes
    html = try PageTemplate.html(of: builder.meta, builder.blocks)
  }
}
