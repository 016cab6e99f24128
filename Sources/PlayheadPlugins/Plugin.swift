public import PlayheadFlux

/// A part of an app that is plugged into a host: its stores, and what it does with the host's context.
///
/// ```swift
/// final class StickerPlugin: Plugin {
///   let name = "stickers"
///   let after = ["track"]
///   let stickers = Store("stickers", [String]()).on(AddSticker.self) { $0.append($1.image) }
///   var stores: [any AnyStore] { [stickers] }
///   private let subscriptions = Subscriptions()
///
///   func pluginDidLoad(_ context: EditorContext) {
///     subscriptions.keep(stickers.observe { context.preview.overlays = $0 })
///   }
///
///   func pluginDidUnload() { subscriptions.cancelAll() }
/// }
/// ```
///
/// A plug-in knows its host only through the context, so that it can be plugged into another. It does
/// not keep the host, which keeps it.
public protocol Plugin<Context>: AnyObject, Sendable {
  /// What the host gives it to work with, instead of singletons.
  associatedtype Context: Sendable

  /// What actions and errors call it; unique in its host.
  var name: String { get }

  /// The plug-ins of the same host that come before this one: their stores handle an action first, and
  /// callbacks reach them first. Those that the host does not have do not matter. None by default.
  var after: [String] { get }

  /// The stores that handle actions while the plug-in is loaded; none by default. The host asks once.
  var stores: [any AnyStore] { get }

  /// The plug-in is loaded, and `context` is its to use until it is unloaded. Does nothing by default.
  ///
  /// A replay loads and unloads plug-ins, too: connect to the context here, and leave files, networks,
  /// timers and what is dispatched to a `Middleware`. When a replay moves to another step, the states
  /// of the plug-in's stores may follow after this call: observe them.
  func pluginDidLoad(_ context: Context)

  /// The plug-in is not loaded any more: nothing of the host's reaches it, and it ends what it began when
  /// it was loaded. Does nothing by default.
  func pluginDidUnload()
}

extension Plugin {
  /// None.
  public var after: [String] { [] }

  /// None.
  public var stores: [any AnyStore] { [] }

  /// Does nothing.
  public func pluginDidLoad(_ context: Context) {}

  /// Does nothing.
  public func pluginDidUnload() {}
}

/// Tokens that are kept, and end, together: what an object observes from one moment of its life to
/// another, such as a plug-in while it is loaded.
public final class Subscriptions: Sendable {
  private let kept = Guarded<[SubscriptionToken]>([])

  /// None yet.
  public init() {}

  /// Keeps a token, until all end or this object is let go.
  public func keep(_ token: SubscriptionToken) { kept.withLock { $0.append(token) } }

  /// Ends all that were kept; more may be kept afterwards.
  public func cancelAll() {
    // Ended outside the lock: it runs code of their makers.
    for token in kept.replace([]) { token.cancel() }
  }
}
