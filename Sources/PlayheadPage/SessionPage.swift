import Foundation
public import PlayheadInspector
public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// A session as one HTML file that shows it in any browser, without Playhead and without a network.
///
/// ```swift
/// let page = try SessionPage(of: Inspector(url, of: Shop.self))
/// try page.html.write(to: target, atomically: true, encoding: .utf8)
/// ```
public struct SessionPage: Sendable {
  /// What a page shows of a session.
  public struct Options: Sendable {
    /// The actions' steps; nil for the last ``SessionPage/limit``.
    public var steps: ClosedRange<Step>?
    /// The stores, and fields in them, that are shown; all if it is empty.
    public var paths: [StatePath] = []
    /// Whether to show states.
    public var hasStates = true
    /// Why there are no states, if that is known before.
    public var missingStates: String?
    /// What went wrong, which the page shows first.
    public var failure: Failure?

    /// All of a session, or the end of a long one.
    public init() {}
  }

  /// A place at which a session is not as it should be.
  public struct Failure: Codable, Sendable {
    /// The step.
    public var step: UInt64
    /// What is wrong, in a sentence.
    public var text: String
    /// The place in the state; empty if it is the state as a whole.
    public var path: String
    /// What is shown side by side, such as what was expected there and what is there.
    public var values: [NamedValue] = []

    /// A failure at a step, and at a place in its state.
    public init(at step: Step, _ text: String, path: StatePath? = nil) {
      (self.step, self.text, self.path) = (step.number, text, path?.description ?? "")
    }

    /// The same with two values side by side; nil stands for nothing.
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
    /// What it is.
    public var name: String
    /// The value as JSON; nil if there is none.
    public var json: String?
  }

  /// Whether a file is a page of a session.
  package static func isPage(at path: String) -> Bool {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)),
      let start = try? file.read(upToCount: PageTemplate.beginning.count)
    else { return false }
    return start.elementsEqual(PageTemplate.beginning)
  }

  /// As many actions are shown unless more are asked for.
  public static let limit: UInt64 = 50_000

  /// The page.
  public let html: String
  /// The steps of the actions that it shows.
  public let steps: ClosedRange<Step>
  /// How many actions it shows.
  public let actionCount: Int
  /// What it leaves out, in a sentence; nil if it has the whole session.
  public let leftOut: String?

  /// Asks `inspector` for all that the page shows: costs a replay of these steps, and memory for the page.
  public init(of inspector: Inspector, _ options: Options = Options()) throws {
    var builder = try PageBuilder(inspector, options)
    try builder.addActions()
    try builder.addStates()
    (steps, actionCount) = (builder.steps, builder.actionCount)
    leftOut = builder.meta.leftOut?.text
    html = try PageTemplate.html(of: builder.meta, builder.blocks)
  }
}
