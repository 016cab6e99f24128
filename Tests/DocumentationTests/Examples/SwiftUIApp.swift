import Foundation
import Playhead
import PlayheadReplay
import SwiftUIStub
import Testing

// What the page about SwiftUI and UIKit shows. 'App', 'Path', 'State' and the like are SwiftUI's here, without a word
// about which module is meant: were one of them Playhead's as well, this file would not compile.

// begin
struct CartView: View {
  let shop: Shop

  var body: some View {
    List {
      Text("\(shop.cart.state.items.values.reduce(0, +)) items")
      Button("Add one") { shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: 1)) }
    }
  }
}

struct ShopApp: App {
  private let shop: Shop

  init() {
    do { shop = try Shop(inputs: .live) } catch { fatalError("The shop cannot open: \(error)") }
  }

  var body: some Scene {
    WindowGroup { CartView(shop: shop) }
  }
}
// end

// begin
/// The cart as a view of its state alone.
struct CartPicture: View {
  let cart: Cart

  var body: some View { Text("\(cart.items.count) kinds") }
}

/// The shop, with the cart as PNG.
let drawnShop = AppEntry.app(Shop.self).picture(of: Cart.self, on: MainActor.self) { cart in
  guard let image = ImageRenderer(content: CartPicture(cart: cart)).cgImage else { return nil }
  return NSBitmapImageRep(cgImage: image).representation(using: .png, properties: [:])
    .map { .png($0) }
}
// end

@MainActor private final class TotalView {
  var text = ""

  // begin
  func show(_ shop: Shop) {
    shop.cart.observeOnMainActor(with: self) { view, cart in
      view.text = "\(cart.items.count) kinds"
    }
  }
  // end

  // begin
  func show(_ shop: Shop, beside prices: Store<[String: Int]>) {
    shop.dispatcher.observeOnMainActor(shop.cart, prices, with: self) { view, cart, prices in
      let amounts = cart.items.map { sku, quantity in quantity * prices[sku, default: 0] }
      view.text = "Total: \(amounts.reduce(0, +))"
    }
  }
  // end
}

/// SwiftUI's and Combine's names, said as an app says them. 'Shape' is not among them: this package, and it alone,
/// sees the one of PlayheadCoding.
private struct Names {
  @State var count = 0
  let types: [Any.Type] = [
    Binding.self, Environment.self, Path.self, Record.self, Transaction.self, Color.self,
    AnyCancellable.self,
  ]
  let protocols: [Any.Type] = [
    (any Subscription).self, (any Subscriber).self, (any Publisher).self,
    (any Gesture).self,
  ]
}

@Suite struct `Playhead beside SwiftUI` {
  @Test @MainActor
  func
    `the documentation's SwiftUI view shows the stores' state, and its button dispatches an action`()
    throws
  {
    let view = CartView(shop: try Shop(inputs: .live))
    guard let parts = view.body as? List<TupleView<Text, Button>> else {
      Issue.record("the view has other parts: \(view.body)")
      return
    }
    #expect(parts.content.content.0.text == "0 items")
    parts.content.content.1.action()
    #expect((view.body as? List<TupleView<Text, Button>>)?.content.content.0.text == "1 items")
    #expect(ShopApp().body is WindowGroup<CartView>)
  }

  @Test @MainActor
  func `the documentation's views without SwiftUI show store changes on the main actor`() throws {
    let shop = try Shop(inputs: .live)
    let view = TotalView()
    view.show(shop)
    shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
    #expect(view.text == "1 kinds")
    let prices = Store("prices", ["A-7": 5])
    let total = TotalView()
    total.show(shop, beside: prices)
    #expect(total.text == "Total: 10")
    #expect(Names().types.count + Names().protocols.count == 11)
  }

  @Test func `the documentation's picture is drawn by SwiftUI on the main actor`() async throws {
    // On a thread of its own, because it waits for the main thread, where other tests may wait for tasks.
    let picture = try await withCheckedThrowingContinuation { drawn in
      Thread.detachNewThread { drawn.resume(with: Result { try drawnShop.player().picture }) }
    }
    #expect(picture == .png(Data("0 kinds".utf8)))
  }

  @Test(arguments: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder"])
  func `a module that apps import declares none of SwiftUI's names`(module: String) throws {
    let taken = try TopLevelNames.of("public", in: "Tests/SwiftUIStub")
    let own = try TopLevelNames.of("public", in: "Sources/\(module)")
    #expect(taken.isSuperset(of: ["App", "Environment", "Path", "Subscription"]) && !own.isEmpty)
    #expect(own.intersection(taken) == [])
  }
}
