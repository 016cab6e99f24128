// What an app sees of SwiftUI, and of Combine through it, where neither exists: enough of it to compile the views of
// an example, and the other names at top level that a library could take by mistake. Nothing here shows anything.

// MARK: What the example is made of

@MainActor package protocol App {
  associatedtype Body: Scene
  init()
  var body: Body { get }
}

@MainActor package protocol Scene {}

@MainActor package protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  package var body: Never { return fatalError("A view without parts has no body.") }
}

/// A view that is shown as it is.
package protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  package var body: Never { return fatalError("A view without parts has no body.") }
}

@resultBuilder package enum ViewBuilder {
  @MainActor package static func buildBlock<Content: View>(_ content: Content) -> Content {
    content
  }

  @MainActor package static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
}

package struct TupleView<each Content: View>: PrimitiveView {
  package let content: (repeat each Content)
}

package struct WindowGroup<Content: View>: Scene {
  package let content: Content
  package init(@ViewBuilder content: () -> Content) { self.content = content() }
}

package struct List<Content: View>: PrimitiveView {
  package let content: Content
  package init(@ViewBuilder content: () -> Content) { self.content = content() }
}

package struct Text: PrimitiveView {
  package let text: String
  package init(_ text: String) { self.text = text }
}

package struct Button: PrimitiveView {
  package let title: String
  package let action: @MainActor () -> Void
  package init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
}

@propertyWrapper package struct State<Value> {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: Other names

package protocol Cancellable {}
package protocol Commands {}
package protocol CustomCombineIdentifierConvertible {}
package protocol DynamicProperty {}
package protocol Gesture {}
package protocol Layout {}
package protocol ObservableObject {}
package protocol PreferenceKey {}
package protocol PreviewProvider {}
package protocol Publisher {}
package protocol Scheduler {}
package protocol Shape {}
package protocol Subject {}
package protocol Subscriber {}
package protocol Subscription {}
package protocol Transferable {}
package protocol Transition {}
package protocol ViewModifier {}
package enum Alert {}
package enum Alignment {}
package enum Anchor {}
package enum Angle {}
package enum Animation {}
package enum AnyCancellable {}
package enum AnyPublisher {}
package enum AnySubscriber {}
package enum AnyView {}
package enum AppStorage {}
package enum Axis {}
package enum Bindable {}
package enum Binding {}
package enum Canvas {}
package enum Capsule {}
package enum Chart {}
package enum Circle {}
package enum Color {}
package enum CombineIdentifier {}
package enum ContentMode {}
package enum CoordinateSpace {}
package enum CurrentValueSubject {}
package enum Deferred {}
package enum Divider {}
package enum Edge {}
package enum Ellipse {}
package enum Empty {}
package enum Environment {}
package enum EnvironmentObject {}
package enum EnvironmentValues {}
package enum EventModifiers {}
package enum Fail {}
package enum FocusState {}
package enum Font {}
package enum ForEach {}
package enum Form {}
package enum Future {}
package enum Gauge {}
package enum GestureState {}
package enum Gradient {}
package enum GraphicsContext {}
package enum Grid {}
package enum Group {}
package enum HStack {}
package enum Image {}
package enum ImmediateScheduler {}
package enum Just {}
package enum KeyEquivalent {}
package enum Label {}
package enum Link {}
package enum Material {}
package enum Menu {}
package enum Namespace {}
package enum NavigationPath {}
package enum NavigationStack {}
package enum ObservedObject {}
package enum PassthroughSubject {}
package enum Path {}
package enum Picker {}
package enum ProgressView {}
package enum Prominence {}
package enum Published {}
package enum Publishers {}
package enum Record {}
package enum Rectangle {}
package enum RedactionReasons {}
package enum SceneBuilder {}
package enum ScenePhase {}
package enum Section {}
package enum Settings {}
package enum Slider {}
package enum Spacer {}
package enum StateObject {}
package enum Stepper {}
package enum SubscriptionView {}
package enum Subscribers {}
package enum Subscriptions {}
package enum Tab {}
package enum Table {}
package enum TabView {}
package enum TimelineSchedule {}
package enum TimelineView {}
package enum Toggle {}
package enum ToolbarItem {}
package enum TopLevelDecoder {}
package enum TopLevelEncoder {}
package enum Transaction {}
package enum UnitPoint {}
package enum Visibility {}
package enum VStack {}
package enum Window {}
package enum ZStack {}
