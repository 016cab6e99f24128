import Testing

@testable import PlayheadDebugger

/// What a process wrote before it trapped: the app's own words, and why.
@Suite struct CapturedOutputTests {
  private static let backtrace = """
    *** Signal 4: Backtracing from 0x556d3e8e3e61... done ***

    *** Swift runtime failure: arithmetic overflow ***

    Thread 0 "shop" crashed:

      0 [inlined] [system] 0x0000556d Swift runtime failure: arithmetic overflow in shop at //<compiler-generated>
      1                    0x0000556d closure #3 in Cart.init(inputs:) + 257 in shop at /home/me/Shop/Cart.swift:24:65
    """

  @Test func `an optimized build's trap has its reason and place from the backtrace`() {
    let output = "the app's own words\n" + Self.backtrace
    #expect(CapturedOutput.reason(in: output) == "arithmetic overflow (Shop/Cart.swift:24)")
    #expect(CapturedOutput.otherWords(in: output) == "the app's own words\n")
  }

  @Test func `a message is taken before the backtrace behind it, which is not shown`() {
    let message = "own words\nShop/Cart.swift:12: Fatal error: no cart\n"
    for output in [message, message + Self.backtrace] {
      #expect(CapturedOutput.reason(in: output) == "no cart (Shop/Cart.swift:12)")
      #expect(CapturedOutput.otherWords(in: output) == "own words")
    }
    #expect(CapturedOutput.reason(in: "Fatal errors are rare") == nil)
  }
}
