import FluxTesting
import Foundation
import Testing

@testable import TextEditor

@Suite struct `An ISO 8601 time` {
  @Test func `the text editor parses an ISO 8601 time exactly to the nanosecond`() {
    #expect(Duration(since1970: "1970-01-01T00:00:00Z") == .zero)
    #expect(
      Duration(since1970: "1969-12-31T23:59:59.999Z") == .milliseconds(-1))
    #expect(
      Duration(since1970: "2021-04-19T06:06:58.123456789999Z")
        == .seconds(1_618_812_418) + .nanoseconds(123_456_789))
    #expect(
      Duration(since1970: "2021-04-19T08:06:58.5+02:00") == .milliseconds(1_618_812_418_500))
    #expect(Duration(since1970: "2021-04-18T23:36:58-06:30") == .seconds(1_618_812_418))
  }

  @Test(arguments: [
    "", "2021", "2021-04-19", "2021-04-19T06:06:58", "2021-04-19 06:06:58Z",
    "2021-13-19T06:06:58Z", "2021-02-29T06:06:58Z", "1900-02-29T00:00:00Z",
    "2021-04-31T00:00:00Z", "2021-00-10T00:00:00Z", "2021-04-00T00:00:00Z",
    "2021-04-19T24:06:58Z", "2021-04-19T06:60:58Z", "2021-04-19T06:06:61Z",
    "2021-04-19T06:06:58.Z", "2021-04-19T06:06:58+0200", "2021-04-19T06:06:58ZZ",
    "-021-04-19T06:06:58Z", "２021-04-19T06:06:58Z",
  ])
  func `the text editor rejects a malformed ISO 8601 time`(text: String) {
    #expect(Duration(since1970: text) == nil)
  }
}
