public import PlayheadFlux

/// A part of an app that you plug into a host: its stores, and its use of the host's context.
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
/// A plug-in knows its host only through the context, so you can plug it into another host. The host keeps
/// the plug-in, and not the other way around.
public protocol Plugin<Context>: AnyObject, Sendable {
  /// What the host provides to the plug-in, instead of singletons.
  associatedtype Context: Sendable

  /// The plug-in's name in actions and errors; unique in its host.
  var name: String { get }

  /// The plug-ins of the same host that come before this one: their stores handle actions first, and
  /// callbacks reach them first. Names that the host does not have are ignored. Empty by default.
  var after: [String] { get }

  /// The stores that handle actions while the plug-in is loaded; empty by default. The host reads this once.
  var stores: [any AnyStore] { get }

  /// Called when the plug-in is loaded. It may use `context` until it is unloaded. Does nothing by default.
  ///
  /// A replay also loads and unloads plug-ins: only connect to the context here, and leave files, networks,
  /// timers and dispatching to a `Middleware`. When a replay moves to another step, the states of the
  /// plug-in's stores may change after this call: observe them.
  func pluginDidLoad(_ context: Context)

  /// Called when the plug-in is unloaded: it gets no more calls from the host, and has to end what it began
  /// when it was loaded. Does nothing by default.
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

/// Tokens that are kept and ended together: an object's observations for a part of its life, for example
/// while a plug-in is loaded.
public final class Subscriptions: Sendable {
  private let kept = Guarded<[SubscriptionToken]>([])

  /// No tokens.
  public init() {}

  /// Keeps a token, until you cancel all or release this object.
  public func keep(_ token: SubscriptionToken) { kept.withLock { $0.append(token) } }

  /// Cancels all tokens. You may keep others afterwards.
  public func cancelAll() {
    // Outside the lock, because it runs code of their makers.
    for token in kept.replace([]) { token.cancel() }
  }
}
