import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension Feed {
  private static let commands = CommandTable<Feed>(
    TextCommand("like POST", "like the post with this number") { feed, words in
      let post = try words.number("a post's number")
      feed.dispatcher.dispatch(SetLike(post: post, liked: true))
    },
    TextCommand("unlike POST", "take the like back") { feed, words in
      let post = try words.number("a post's number")
      feed.dispatcher.dispatch(SetLike(post: post, liked: false))
    },
    TextCommand("more", "load the next page") { feed, _ in feed.dispatcher.dispatch(LoadMore()) },
    TextCommand("refresh", "load the first page again") { feed, _ in
      feed.dispatcher.dispatch(Refresh())
    },
    TextCommand("buy ITEM COUNT", "buy COUNT pieces of an item") { feed, words in
      let item = try words.word("an item")
      let quantity = try words.number("a count")
      feed.dispatcher.dispatch(Buy(item: String(item), quantity: quantity))
    },
    TextCommand("cancel", "cancel the latest purchase that is still running") { feed, _ in
      feed.dispatcher.dispatch(CancelPurchase())
    },
    TextCommand("retry", "make every request again that failed") { feed, _ in
      feed.dispatcher.dispatch(Retry())
    },
    TextCommand("sign-out", "sign out; what is running is cancelled") { feed, _ in
      feed.dispatcher.dispatch(SignOut())
    },
    TextCommand("sign-in", "sign in again") { feed, _ in feed.dispatcher.dispatch(SignIn()) },
    TextCommand("wait", "wait until no request is running") { feed, _ in feed.finish() },
    TextCommand(
      "server SETTING [N]", "ok, slow MS, fail N (the next N requests), flaky PERCENT"
    ) { feed, words in
      feed.dispatcher.dispatch(ConfigureNetwork(try networkSetting(&words)))
    },
    TextCommand("log on|off", "print each action, or do not") { feed, words in
      let isOn = try words.choice("a switch", of: Switch.self) == .on
      feed.dispatcher.dispatch(SetLogging(isOn: isOn))
    })

  /// The lines that the feed understands.
  public static var commandHelp: String { commands.help }

  /// Performs a line. Ignores empty lines, and lines that begin with `#`.
  ///
  /// - Throws: `CommandError`, with one sentence that says what to do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try Feed.commands.perform(line, on: self)
  }

  private enum Switch: String, CaseIterable { case on, off }

  private enum ServerWord: String, CaseIterable { case ok, slow, fail, flaky }

  private static func networkSetting(_ words: inout CommandLineReader) throws -> Network.Setting {
    switch try words.choice("a setting", of: ServerWord.self) {
    case .ok:
      try words.finish(after: "server ok")
      return .reliable
    case .slow:
      return .slow(milliseconds: try words.number("a number of milliseconds", in: 0...60_000))
    case .fail: return .failNext(try words.number("a number of requests", in: 0...1000))
    case .flaky: return .flaky(percent: try words.number("a percentage", in: 0...100))
    }
  }
}

extension CommandLineReader {
  fileprivate mutating func number(_ what: String, in range: ClosedRange<Int>) throws -> Int {
    let number = try number(what)
    guard range.contains(number) else {
      throw CommandError(
        "\(number) is not \(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
