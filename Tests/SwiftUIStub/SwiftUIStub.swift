// What an app sees of SwiftUI, and of Combine through it, where neither exists: enough of it to compile the views of
// an example, and the other names at top level that a library could take by mistake. Nothing here shows anything.

// Public, as SwiftUI is: its users are in no package with it. The names say what there is to say.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// MARK: What the example is made of

@MainActor public protocol App {
  associatedtype Body: Scene
  init()
  var body: Body { get }
}

@MainActor public protocol Scene {}

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError("A view without parts has no body.") }
}

/// A view that is shown as it is.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { return fatalError("A view without parts has no body.") }
}

@resultBuilder public enum ViewBuilder {
  @MainActor public static func buildBlock<Content: View>(_ content: Content) -> Content {
    content
  }

  @MainActor public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
}

public struct TupleView<each Content: View>: PrimitiveView {
  public let content: (repeat each Content)
}

public struct WindowGroup<Content: View>: Scene {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct List<Content: View>: PrimitiveView {
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct Text: PrimitiveView {
  public let text: String
  public init(_ text: String) { self.text = text }
}

public struct Button: PrimitiveView {
  public let title: String
  public let action: @MainActor () -> Void
  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
}

@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Draws the text of a view as its bytes.
@MainActor public final class ImageRenderer<Content: View> {
  private let content: Content
  public init(content: Content) { self.content = content }
  public var cgImage: CGImage? { (content.body as? Text).map { CGImage(text: $0.text) } }
}

public struct CGImage: Sendable { let text: String }

/// What SwiftUI brings along of AppKit.
public final class NSBitmapImageRep {
  public enum FileType { case png }
  public enum PropertyKey: Hashable {}
  private let image: CGImage
  public init(cgImage: CGImage) { image = cgImage }
  public func representation(using type: FileType, properties: [PropertyKey: Any]) -> Data? {
    Data(image.text.utf8)
  }
}

// MARK: Other names

public protocol Cancellable {}
public protocol Commands {}
public protocol CustomCombineIdentifierConvertible {}
public protocol DynamicProperty {}
public protocol Gesture {}
public protocol Layout {}
public protocol ObservableObject {}
public protocol PreferenceKey {}
public protocol PreviewProvider {}
public protocol Publisher {}
public protocol Scheduler {}
public protocol Shape {}
public protocol Subject {}
public protocol Subscriber {}
public protocol Subscription {}
public protocol Transferable {}
public protocol Transition {}
public protocol ViewModifier {}
public enum Alert {}
public enum Alignment {}
public enum Anchor {}
public enum Angle {}
public enum Animation {}
public enum AnyCancellable {}
public enum AnyPublisher {}
public enum AnySubscriber {}
public enum AnyView {}
public enum AppStorage {}
public enum Axis {}
public enum Bindable {}
public enum Binding {}
public enum Canvas {}
public enum Capsule {}
public enum Chart {}
public enum Circle {}
public enum Color {}
public enum CombineIdentifier {}
public enum ContentMode {}
public enum CoordinateSpace {}
public enum CurrentValueSubject {}
public enum Deferred {}
public enum Divider {}
public enum Edge {}
public enum Ellipse {}
public enum Empty {}
public enum Environment {}
public enum EnvironmentObject {}
public enum EnvironmentValues {}
public enum EventModifiers {}
public enum Fail {}
public enum FocusState {}
public enum Font {}
public enum ForEach {}
public enum Form {}
public enum Future {}
public enum Gauge {}
public enum GestureState {}
public enum Gradient {}
public enum GraphicsContext {}
public enum Grid {}
public enum Group {}
public enum HStack {}
public enum Image {}
public enum ImmediateScheduler {}
public enum Just {}
public enum KeyEquivalent {}
public enum Label {}
public enum Link {}
public enum Material {}
public enum Menu {}
public enum Namespace {}
public enum NavigationPath {}
public enum NavigationStack {}
public enum ObservedObject {}
public enum PassthroughSubject {}
public enum Path {}
public enum Picker {}
public enum ProgressView {}
public enum Prominence {}
public enum Published {}
public enum Publishers {}
public enum Record {}
public enum Rectangle {}
public enum RedactionReasons {}
public enum SceneBuilder {}
public enum ScenePhase {}
public enum Section {}
public enum Settings {}
public enum Slider {}
public enum Spacer {}
public enum StateObject {}
public enum Stepper {}
public enum SubscriptionView {}
public enum Subscribers {}
public enum Subscriptions {}
public enum Tab {}
public enum Table {}
public enum TabView {}
public enum TimelineSchedule {}
public enum TimelineView {}
public enum Toggle {}
public enum ToolbarItem {}
public enum TopLevelDecoder {}
public enum TopLevelEncoder {}
public enum Transaction {}
public enum UnitPoint {}
public enum Visibility {}
public enum VStack {}
public enum Window {}
public enum ZStack {}
