/// Why a request gets no answer.
package enum Refusal: Error, Hashable, Sendable, CaseIterable {
  // What its bytes say.
  case malformed, otherVersion, otherMethod, headTooLong, bodyTooLong, noLength, encodedBody
  // Who sends it, and to whom.
  case otherHost, otherOrigin, otherSite
  // What it asks for.
  case notFound, wrongMethod, notJSON, noEvent
  // When it comes.
  case late, tooMany
}

extension Refusal {
  /// The status code of HTTP.
  package var status: Int {
    switch self {
    case .malformed, .noEvent: 400
    case .otherOrigin, .otherSite: 403
    case .notFound: 404
    case .otherMethod, .wrongMethod: 405
    case .late: 408
    case .noLength: 411
    case .bodyTooLong: 413
    case .notJSON: 415
    case .otherHost: 421
    case .headTooLong: 431
    case .encodedBody: 501
    case .tooMany: 503
    case .otherVersion: 505
    }
  }

  /// What is wrong, and what to do.
  package var sentence: String {
    switch self {
    case .malformed: "this is no HTTP request that can be understood in only one way"
    case .otherVersion: "the server speaks HTTP/1.1 only"
    case .otherMethod: "the server knows GET and POST only"
    case .headTooLong: "the headers are longer than \(RequestHead.longest) bytes"
    case .bodyTooLong: "the body is longer than \(RequestHead.longestBody) bytes"
    case .noLength: "a POST needs a Content-Length"
    case .encodedBody: "a body must come as it is, with a Content-Length"
    case .otherHost: "the server has another name; use the address that it printed"
    case .otherOrigin, .otherSite:
      "only the server's own pages may ask; open the address that it printed"
    case .notFound:
      "there is nothing here; use the address that the server printed, with its last slash"
    case .wrongMethod:
      "the page, 'actions', 'facts', 'log' and 'position' take GET, everything else POST"
    case .notJSON: "the body must be of the type application/json"
    case .noEvent: "the last event is the number of a step or 'closed'"
    case .late: "the request did not come in time"
    case .tooMany: "the server has no room for another connection; close a page"
    }
  }
}
