import PlayheadServer

extension FuzzTarget {
  /// The head of a request to a server. It depends on no byte after its end, and needs all bytes before it.
  static let request = FuzzTarget("request") {
    [
      "GET /6f1c/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n",
      "POST /6f1c/ask?a=b HTTP/1.1\r\nHost:\t[::1]:80 \r\ncontent-length: 2\r\n\r\n{}",
      "GET / HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 7\r\nX: \u{E9}\r\n\r\n",
      "GET / HTTP/1.0\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    ].map { Array($0.utf8) }
  } read: { bytes in
    let bytes = Array(bytes)
    do {
      guard let (head, length) = try RequestHead.parse(bytes) else { return }
      guard length <= bytes.count, length <= RequestHead.longest,
        head.bodyLength <= RequestHead.longestBody, head.path.hasPrefix("/"),
        try RequestHead.parse(Array(bytes.prefix(length)))?.head == head,
        try RequestHead.parse(Array(bytes.prefix(length - 1))) == nil
      else { throw Contradiction.head }
    } catch is Refusal {}
  }

  /// A head that cannot be of something that was read.
  private enum Contradiction: Error { case head }
}
