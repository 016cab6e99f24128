import Testing

@Suite struct LayeringTests {
  @Test func `the sample apps keep to their layers`() throws {
    let samples = try Layering.ofSamples()
    #expect(samples.faults == [])
    #expect(samples.count > 20)
  }

  @Test(arguments: [
    "import PlayheadDebugger", "public import PlayheadLog", "@testable import PlayheadReplay",
    "import struct PlayheadRecorder.Recorder", "import Feed", "import ShopTerminal",
    "import SwiftUI", "@_spi(Tests) import PlayheadDebugger",
  ]) func `a sample that imports a tool, another sample or a user interface is reported`(
    line: String
  ) {
    let layering = Layering([
      "Shop/App/Shop.swift": "import Foundation\n\(line)\n", "Feed/Feed.swift": "",
      "ShopTerminal/View.swift": "",
    ])
    let module = line.split { " .".contains($0) }.first { $0.first?.isUppercase == true } ?? ""
    #expect(layering.faults == ["Shop/App/Shop.swift imports \(module)"])
  }

  @Test func `an import in a comment or in a string is not reported`() {
    let text = """
      // import PlayheadDebugger
      /* import PlayheadLog
      import PlayheadReplay */
      let text = "\\n import PlayheadRecorder // no comment"
      import PlayheadFlux
      internal import Shop
      """
    #expect(Layering(["ShopTerminal/A.swift": text, "Shop/B.swift": ""]).faults == [])
  }

  private func faults(_ viewModel: String) -> [String] {
    Layering([
      "Shop/Views/CartView.swift": "struct CartView { enum Row {} }\nclass func Make() {}",
      "Shop/Views/Price.swift": "extension Price {}",
      "ShopTerminal/Views/Screen.swift": "package final class Screen {}",
      "Shop/Model/Price.swift": "struct Price {}",
      "Shop/ViewModels/Cart.swift": viewModel,
      "Feed/Views/PostView.swift": "struct PostView {}",
    ]).faults
  }

  @Test(arguments: ["CartView", "Row", "Screen"])
  func `a view model that mentions a view is reported`(view: String) {
    let fault = "Shop/ViewModels/Cart.swift mentions the view \(view)"
    #expect(faults("struct Cart { var view: [\(view)]? }") == [fault])
  }

  @Test func `a presenter that mentions a view is reported`() {
    let layering = Layering([
      "Shop/Views/CartView.swift": "struct CartView {}",
      "Shop/Presenters/Cart.swift": "let view = CartView()",
    ])
    #expect(layering.faults == ["Shop/Presenters/Cart.swift mentions the view CartView"])
  }

  @Test func `a view's name in comments, strings and longer words is not reported`() {
    #expect(faults("struct Cart { var price: Price } // for CartView") == [])
    #expect(faults("let name = \"CartView\"") == [])
    #expect(faults("let post: PostView, CartViewModel: Int") == [])
  }
}
